/** Runs command lines in tests: in this process, on a data folder of their own, with everything that was printed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ExitCode } from './exit.ts';
import { runCommandLine } from './run.ts';

export interface Ran {
  readonly exitCode: ExitCode;
  readonly out: string;
  readonly err: string;
  /** The JSON lines of standard output. */
  readonly items: readonly Record<string, unknown>[];
}

export interface CommandLine {
  /** Runs a line on the data folder of this test. */
  (...args: readonly string[]): Promise<Ran>;
  /** The same with `--json`; every line of standard output must be JSON. */
  json(...args: readonly string[]): Promise<Ran>;
  readonly dataFolder: string;
  /** A folder for files of this test. */
  readonly folder: string;
}

export function commandLine(): CommandLine {
  const folder = mkdtempSync(join(tmpdir(), 'uaix-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataFolder = join(folder, 'data');
  const run = async (...args: readonly string[]): Promise<Ran> => {
    let out = '';
    let err = '';
    const exitCode = await runCommandLine([...args, '--data', dataFolder], {
      streams: {
        out: { write: (text: string | Uint8Array) => (out += text.toString()) },
        err: { write: (text) => (err += text) },
      },
      env: { LANG: 'en_GB.UTF-8' },
      cwd: folder,
    });
    const items = args.includes('--json')
      ? out
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : [];
    return { exitCode, out, err, items };
  };
  return Object.assign(run, { json: (...args: readonly string[]) => run(...args, '--json'), dataFolder, folder });
}

/** Packs a folder, takes it in, approves everything by name and loads it. @returns the archive's digest */
export async function packAndLoad(
  uaix: CommandLine,
  folder: string,
  name: string,
  ...pack: readonly string[]
): Promise<string> {
  await uaix('pack', folder, '-o', name, ...pack);
  const archive = String((await uaix.json('import', name)).items[0]?.archiveSha256);
  const [shown] = (await uaix.json('show', archive)).items as [
    { files: readonly { path: string; anchor: boolean; change: string }[] },
  ];
  await uaix('review', archive, ...shown.files.map(({ path }) => path), '--approve');
  const words = shown.files
    .filter(({ anchor, change }) => anchor && change === 'changed')
    .map(({ path }) => `replace ${path}`);
  const loaded = await uaix('load', archive, ...(words.length > 0 ? ['--authorize', ...words] : []));
  if (loaded.exitCode !== 0) throw new Error(loaded.err + loaded.out);
  return archive;
}
