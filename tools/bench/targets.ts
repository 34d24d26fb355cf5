/** What the program should reach, each as a ratio of two rows of one run, or as a bound of one row. */
import type { Row } from './contest.ts';

interface Named {
  readonly contest: string;
  readonly id: string;
}

export type Target = {
  readonly text: string;
  readonly ours: Named;
  /** At most this: a ratio, or the unit of `bound`. */
  readonly limit: number;
} & (
  | { readonly yardstick: Named /** How much more work ours is: files against files. */; readonly times?: number }
  | { readonly bound: 'ms' | 'MiB of the inspector' }
);

const row = (contest: string, id: string): Named => ({ contest, id });

/** Files of the two inputs by which growth is judged. */
const GROWTH = 10;

export const TARGETS: readonly Target[] = [
  {
    text: 'whole inspection of 50 × 4 MiB / Python zipfile + hashlib',
    ours: row('inspect/large-50', 'lint'),
    yardstick: row('inspect/large-50', 'python'),
    limit: 1.0,
  },
  {
    text: 'whole inspection of 5 000 files / Python zipfile + hashlib',
    ours: row('inspect/small-5000', 'lint'),
    yardstick: row('inspect/small-5000', 'python'),
    limit: 1.5,
  },
  ...(['small-5000', 'small-500', 'large-50', 'persona', 'limits'] as const).map(
    (name): Target => ({
      text: `import of ${name} / unzip -tqq + sha256sum`,
      ours: row(`import/${name}`, 'import'),
      yardstick: row(`import/${name}`, 'unzip'),
      limit: 1.5,
    }),
  ),
  { text: 'persona, drop to verdict / node -e 0', ours: row('drop', 'drop'), yardstick: row('drop', 'node'), limit: 3 },
  {
    text: 'inspection, cost of a file at 5 000 / at 500',
    ours: row('inspect/small-5000', 'warm'),
    yardstick: row('inspect/small-500', 'warm'),
    times: GROWTH,
    limit: 1.3,
  },
  {
    text: 'import, cost of a file at 5 000 / at 500',
    ours: row('steps/small-5000', 'import'),
    yardstick: row('steps/small-500', 'import'),
    times: GROWTH,
    limit: 1.3,
  },
  {
    text: 'load, cost of a file at 5 000 / at 500',
    ours: row('steps/small-5000', 'load'),
    yardstick: row('steps/small-500', 'load'),
    times: GROWTH,
    limit: 1.3,
  },
  {
    text: 'queue, first page of 10 000 / of 10',
    ours: row('queue', 'long'),
    yardstick: row('queue', 'short'),
    limit: 1.5,
  },
  {
    text: 'event chain, one more after 100 000 / after 10',
    ours: row('chain', 'append-long'),
    yardstick: row('chain', 'append-short'),
    limit: 1.3,
  },
  {
    text: 'event chain, proof per event of 100 000 / of 10',
    ours: row('chain', 'verify-long'),
    yardstick: row('chain', 'verify-short'),
    limit: 1.3,
  },
  {
    text: 'inspector memory at the limits',
    ours: row('inspect/limits', 'lint'),
    bound: 'MiB of the inspector',
    limit: 300,
  },
  { text: 'uaix --help / node -e 0', ours: row('start', 'help'), yardstick: row('start', 'node'), limit: 1.5 },
  { text: 'uaix --version / node -e 0', ours: row('start', 'version'), yardstick: row('start', 'node'), limit: 1.5 },
  { text: 'window can be used / empty page', ours: row('window', 'desk'), yardstick: row('window', 'empty'), limit: 2 },
  { text: 'longest block of the main process, 20 packages', ours: row('block', 'twenty'), bound: 'ms', limit: 50 },
  { text: 'longest block of the main process, the inputs', ours: row('block', 'inputs'), bound: 'ms', limit: 50 },
];

/** A target beside what was measured. */
export interface Judged {
  readonly text: string;
  /** Of wall clock times, or the bounded figure itself; null when one of the rows was not measured. */
  readonly value: number | null;
  /** The same of CPU times: steadier on a machine that does other work. Null where it was not counted. */
  readonly cpuValue: number | null;
  readonly limit: number;
  /** `×` for a ratio. */
  readonly unit: string;
  readonly met: boolean | null;
}

export function judge(rows: readonly Row[], targets: readonly Target[] = TARGETS): readonly Judged[] {
  const find = ({ contest, id }: Named) => rows.find((each) => each.contest === contest && each.id === id);
  return targets.map((target) => {
    const ours = find(target.ours);
    const { text, limit } = target;
    const judged = (value: number | null, cpuValue: number | null, unit: string): Judged => ({
      text,
      value,
      cpuValue,
      limit,
      unit,
      met: value === null ? null : value <= limit,
    });
    if ('bound' in target) {
      if (target.bound === 'ms') return judged(ours?.wallMs ?? null, ours?.cpuMs ?? null, 'ms');
      return judged(ours?.peak?.helperMiB ?? null, null, 'MiB');
    }
    const other = find(target.yardstick);
    const { times = 1 } = target;
    const cpu = ours?.cpuMs != null && other?.cpuMs != null ? ours.cpuMs / other.cpuMs / times : null;
    return judged(ours && other ? ours.wallMs / other.wallMs / times : null, cpu, '×');
  });
}
