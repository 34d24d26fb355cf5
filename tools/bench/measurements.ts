/** Every measurement by its name. */
import type { Row } from './contest.ts';
import { measureDrop, measureImport, measureInspection, measureSteps } from './measure-packages.ts';
import { measureBlocking, measureChain, measureQueue, measureStart } from './measure-program.ts';
import { measureWindowStart } from './measure-window.ts';
import type { Place } from './place.ts';

export const MEASUREMENTS = {
  start: { text: 'start of the command line', run: measureStart },
  drop: { text: 'a typical persona from drop to verdict', run: measureDrop },
  inspect: { text: 'inspection of every input', run: measureInspection },
  import: { text: 'import of every input on the command line', run: measureImport },
  steps: { text: 'import, review, load and rollback on an open desk', run: measureSteps },
  queue: { text: 'a short and a long queue', run: measureQueue },
  chain: { text: 'a short and a long event chain', run: measureChain },
  block: { text: 'longest block of the main process', run: measureBlocking },
  window: { text: 'start of the window', run: measureWindowStart },
} as const satisfies Readonly<Record<string, { text: string; run(place: Place): Promise<readonly Row[]> }>>;

export type MeasurementName = keyof typeof MEASUREMENTS;

/**
 * Runs the measurements one after the other.
 * @param only names; all when empty
 * @param onRows receives the rows of each as soon as it has ended
 */
export async function measure(
  place: Place,
  only: readonly MeasurementName[],
  onRows: (rows: readonly Row[]) => void,
): Promise<void> {
  for (const [name, { run }] of Object.entries(MEASUREMENTS)) {
    if (only.length === 0 || only.includes(name as MeasurementName)) onRows(await run(place));
  }
}
