/** Several ways to do the same work, run in turn: what the machine does besides hits all of them alike. */
import type { Peak } from './memory.ts';
import type { Sample } from './programs.ts';

export interface Contestant {
  /** Within its contest: `lint`, `python`. */
  readonly id: string;
  /** For the table. */
  readonly what: string;
  run(round: number): Promise<Sample>;
  /** One more run, of which only the memory is looked at. */
  readonly peak?: () => Promise<Peak | null>;
}

/** One line of the table. */
export interface Row {
  /** `inspect/small-5000`; with `id` the name of the row. */
  readonly contest: string;
  readonly id: string;
  /** For the table: the input, or what is looked at. */
  readonly about: string;
  readonly what: string;
  /** Median. */
  readonly wallMs: number;
  /** Median; null where nobody counted. */
  readonly cpuMs: number | null;
  readonly runs: readonly Sample[];
  readonly peak: Peak | null;
}

export interface Contest {
  readonly name: string;
  readonly about: string;
  readonly contestants: readonly Contestant[];
}

/** Runs every contestant once, then every one again: A B C A B C. */
export async function runInTurn(contest: Contest, runs: number, say: (line: string) => void): Promise<readonly Row[]> {
  const { name, about, contestants } = contest;
  const samples = new Map<string, Sample[]>(contestants.map(({ id }) => [id, []]));
  for (let round = 1; round <= runs; round += 1) {
    say(`${name}: ${round} of ${runs}`);
    for (const { id, run } of contestants) samples.get(id)?.push(await run(round));
  }
  const rows: Row[] = [];
  for (const { id, what, peak } of contestants) {
    rows.push(rowOf({ contest: name, id, about, what }, samples.get(id) ?? [], (await peak?.()) ?? null));
  }
  return rows;
}

/** A line of the table from the samples of one contestant. */
export function rowOf(
  named: Pick<Row, 'contest' | 'id' | 'about' | 'what'>,
  runs: readonly Sample[],
  peak: Peak | null = null,
): Row {
  const cpu = runs.flatMap(({ cpuMs }) => (cpuMs === null ? [] : [cpuMs]));
  return {
    ...named,
    wallMs: median(runs.map(({ wallMs }) => wallMs)),
    cpuMs: cpu.length === runs.length ? median(cpu) : null,
    runs,
    peak,
  };
}

/** The middle one; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new RangeError('there is no median of nothing');
  return (low + high) / 2;
}
