/** `uaix lint FILE…`: inspects and keeps nothing. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { type Finding, finding } from '../../../shared/findings.ts';
import { DEFAULT_LIMITS } from '../../../shared/limits.ts';
import type { InspectionReport } from '../../../shared/models.ts';
import { currentFormatPack } from '../../inspector/format-packs.ts';
import { InspectorPool } from '../../inspector/pool.ts';
import { copySourceAhead } from '../../intake/copy.ts';
import { ProblemError } from '../../problem.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCodeOf, worse } from '../exit.ts';
import { printReport, reportItem } from '../report-lines.ts';

/** Copies each file into a folder of its own, inspects the copy in the inspector process, and removes it. */
export async function run(context: CommandContext, [files]: readonly unknown[]): Promise<ExitCode> {
  const { output } = context;
  const signal = context.interruption.hold();
  const work = await mkdtemp(join(tmpdir(), 'uaix-lint-'));
  const pool = new InspectorPool({
    spawn: context.spawnInspector,
    resources: context.resourcesFolder,
    readable: work,
    writable: work,
  });
  let exitCode: ExitCode = 0;
  try {
    for (const file of files as string[]) {
      if (signal.aborted) break;
      try {
        const report = await lintFile(pool, resolve(context.cwd, file), work, context.resourcesFolder, signal);
        output.item(reportItem('uaix-desktop.lint.v1', file, report, output.text));
        printReport(output, file, report);
        exitCode = worse(exitCode, report.verdict === 'no_op' ? 1 : 0);
      } catch (thrown) {
        if (!(thrown instanceof ProblemError)) throw thrown;
        output.problem(thrown.problem, file);
        exitCode = worse(exitCode, exitCodeOf(thrown.problem));
      }
    }
  } finally {
    await pool.close();
    await rm(work, { recursive: true, force: true });
  }
  return exitCode;
}

async function lintFile(
  pool: InspectorPool,
  path: string,
  work: string,
  resources: string,
  signal: AbortSignal,
): Promise<InspectionReport> {
  const copy = join(work, 'package');
  let onDisk: Promise<unknown> = Promise.resolve();
  try {
    // It is copied while the inspector starts, and inspected while it goes to the disk.
    void pool.warm(await sizeOf(path)).catch(() => {});
    const options = { limitBytes: DEFAULT_LIMITS.archiveBytes, signal, onProgress: () => {} };
    const { synced } = await copySourceAhead(path, copy, options);
    onDisk = synced;
    const job = { archivePath: copy, fileName: basename(path), stagingFolder: null, limits: DEFAULT_LIMITS };
    return await pool.inspect(job, { signal });
  } catch (thrown) {
    // What cannot be a package at all is a finding, not a broken environment.
    if (thrown instanceof ProblemError && thrown.problem.code === 'source-folder') {
      return refusedUnread(resources, finding('zip/not-zip', {}, { variant: 'folder' }), 0);
    }
    if (thrown instanceof ProblemError && thrown.problem.code === 'source-too-large') {
      const sizeBytes = Number(thrown.problem.values.sizeBytes ?? 0);
      return refusedUnread(
        resources,
        finding('zip/archive-size', {}, { actual: sizeBytes, limit: DEFAULT_LIMITS.archiveBytes }),
        sizeBytes,
      );
    }
    throw thrown;
  } finally {
    // Until then the file is open. That it is not on the disk is nobody's loss.
    await onDisk.catch(() => {});
    await rm(copy, { force: true });
  }
}

/** Of what is not there, 0: whoever reads it says why. */
async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The report of something that was refused before its bytes were read. */
function refusedUnread(resources: string, reason: Finding, sizeBytes: number): InspectionReport {
  return {
    archiveSha256: '',
    sizeBytes,
    verdict: 'no_op',
    formatPack: currentFormatPack(resources).id,
    claims: null,
    files: [],
    findings: [reason],
  };
}
