/** The words of `npm run bench`. */
import { parseArgs } from 'node:util';
import { MEASUREMENTS, type MeasurementName } from './measurements.ts';

export interface Options {
  readonly runs: number;
  readonly quick: boolean;
  readonly only: readonly MeasurementName[];
  readonly json: string | null;
  readonly inputs: string | null;
  readonly help: boolean;
}

const DEFAULT_RUNS = 5;

export const HELP = `Measures the program beside other programs at the same work, in turn, and says which targets are met.

  npm run bench -- [options]

  --runs N        how often each thing is run; medians are told (${DEFAULT_RUNS})
  --quick         small inputs, once each: shows that everything runs, says nothing about speed
  --only NAME     one measurement; may be given several times:
${Object.entries(MEASUREMENTS)
  .map(([name, { text }]) => `                    ${name.padEnd(10)} ${text}`)
  .join('\n')}
  --json FILE     writes every sample as JSON
  --inputs DIR    keeps the packages there, or takes those that are there from an earlier run
  --help

Everything is written below the system's folder for temporary files (TMPDIR) and removed at the end.
Programs that are not on this machine are left out, and their rows with them.
`;

/** @throws Error with a sentence for words that mean nothing here */
export function readOptions(words: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...words],
    options: {
      runs: { type: 'string' },
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'string' },
      inputs: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const runs = values.runs === undefined ? (values.quick ? 1 : DEFAULT_RUNS) : Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs wants a whole number from 1 on, not ${values.runs}`);
  return {
    runs,
    quick: values.quick,
    only: values.only.map(measurementName),
    json: values.json ?? null,
    inputs: values.inputs ?? null,
    help: values.help,
  };
}

function measurementName(word: string): MeasurementName {
  const found = (Object.keys(MEASUREMENTS) as MeasurementName[]).find((name) => name === word);
  if (!found) throw new Error(`--only knows ${Object.keys(MEASUREMENTS).join(', ')}; not ${word}`);
  return found;
}
