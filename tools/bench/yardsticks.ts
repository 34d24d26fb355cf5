/** Other programs at the same work: the measure for ours. */
import type { Contestant } from './contest.ts';
import { peakMemory } from './memory.ts';
import type { Place } from './place.ts';
import { askProgram, type Command, insideScript, type Sample } from './programs.ts';

/** One after the other; their times are added. */
export async function runAll(place: Place, commands: readonly Command[]): Promise<Sample> {
  let sum: Sample = { wallMs: 0, cpuMs: 0 };
  for (const command of commands) {
    const { wallMs, cpuMs } = await place.stopwatch.run(command);
    sum = { wallMs: sum.wallMs + wallMs, cpuMs: sum.cpuMs === null || cpuMs === null ? null : sum.cpuMs + cpuMs };
  }
  return sum;
}

/** `unzip -tqq` and `sha256sum` of the archive: proves the CRC of every entry, and names the archive. */
export function unzipTest(place: Place, path: string): readonly Contestant[] {
  if (!place.programs.unzip) return [];
  const test: Command = ['unzip', '-tqq', path];
  const what = 'unzip -tqq + sha256sum';
  return [{ id: 'unzip', what, run: () => runAll(place, [test, ['sha256sum', path]]), peak: () => peakMemory(test) }];
}

/** `unzip` into a folder and `sha256sum` of every file there: the work of an import without its proof. */
export function unzipAll(place: Place, path: string): readonly Contestant[] {
  if (!place.programs.unzip) return [];
  const run = () =>
    place.inFolderOfMany((folder) =>
      runAll(place, [
        ['unzip', '-qq', path, '-d', folder],
        ['find', folder, '-type', 'f', '-exec', 'sha256sum', '{}', '+'],
      ]),
    );
  return [{ id: 'unzip-all', what: 'unzip into a folder + sha256sum of each file', run }];
}

/** Python's `zipfile` and `hashlib`, with and without the start of the interpreter. */
export function python(place: Place, path: string): readonly Contestant[] {
  const { python: program } = place.programs;
  if (program === null) return [];
  const command: Command = [program, insideScript('zip_hash.py'), path];
  return [
    {
      id: 'python',
      what: 'Python zipfile + hashlib',
      run: () => place.stopwatch.run(command),
      peak: () => peakMemory(command),
    },
    {
      id: 'python-inside',
      what: 'Python zipfile + hashlib, without its start',
      run: () => askProgram<Sample>(command),
    },
  ];
}

export function sevenZip(place: Place, path: string): readonly Contestant[] {
  const { sevenZip: program } = place.programs;
  if (program === null) return [];
  const command: Command = [program, 't', '-bso0', '-bsp0', path];
  return [{ id: '7z', what: `${program} t`, run: () => place.stopwatch.run(command), peak: () => peakMemory(command) }];
}

/** Plain yauzl streams on the same Node. */
export function yauzl(place: Place, path: string): readonly Contestant[] {
  const command: Command = [place.programs.node, insideScript('yauzl-hash.mjs'), path];
  return [
    {
      id: 'yauzl',
      what: 'yauzl streams + sha256',
      run: () => place.stopwatch.run(command),
      peak: () => peakMemory(command),
    },
  ];
}

/** An empty Node process: what any program on Node costs before it does anything. */
export function emptyNode(place: Place): Contestant {
  const command: Command = [place.programs.node, '-e', '0'];
  return { id: 'node', what: 'node -e 0', run: () => place.stopwatch.run(command), peak: () => peakMemory(command) };
}
