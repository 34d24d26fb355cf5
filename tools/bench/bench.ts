/** One whole run: inputs, measurements, tables, JSON, and nothing left behind. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Row } from './contest.ts';
import { measure } from './measurements.ts';
import type { Options } from './options.ts';
import { Place, type Programs } from './place.ts';
import { rowsTable, targetsTable } from './table.ts';
import { type Judged, judge } from './targets.ts';

/** What `--json` writes. */
export interface BenchResult {
  readonly schema: 'uaix-desktop.bench.v1';
  readonly node: string;
  readonly platform: string;
  readonly processors: number;
  readonly size: 'full' | 'quick';
  readonly runs: number;
  readonly rows: readonly Row[];
  readonly targets: readonly Judged[];
}

/** @param print receives the tables; @param say what happens meanwhile */
export async function bench(
  options: Options,
  print: (text: string) => void,
  say: (line: string) => void,
): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'uaix-bench-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const rows: Row[] = [];
  const stop = (signal: NodeJS.Signals): never => {
    // What is known by now is worth the time it took.
    if (rows.length > 0) print(`${rowsTable(rows)}\n`);
    remove();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const { runs, quick, only, json, inputs } = options;
  const place = new Place({
    folder,
    inputs: inputs === null ? join(folder, 'inputs') : resolve(inputs),
    runs,
    size: quick ? 'quick' : 'full',
    say,
  });
  try {
    for (const line of missing(place.programs)) say(line);
    await measure(place, only, (measured) => rows.push(...measured));
    const targets = judge(rows);
    print(`${rowsTable(rows)}\n\n${targetsTable(targets)}\n`);
    const result: BenchResult = {
      schema: 'uaix-desktop.bench.v1',
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      processors: availableParallelism(),
      size: place.size,
      runs,
      rows,
      targets,
    };
    if (json !== null) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
    return result;
  } finally {
    await place.stopwatch.close();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
    remove();
  }
}

function missing({ python, unzip, sevenZip }: Programs): readonly string[] {
  return [
    ...(python === null ? ['There is no Python here: its rows are left out, and CPU times are not counted.'] : []),
    ...(unzip ? [] : ['There is no unzip or no sha256sum here: their rows are left out.']),
    ...(sevenZip === null ? ['There is no 7z here: its rows are left out.'] : []),
  ];
}
