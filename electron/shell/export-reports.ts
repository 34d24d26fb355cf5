/** Writes the reports of many packages into one folder: one file each, none over another, every failure told by its package. */
import { join, parse } from 'node:path';
import type { Desk, ReportsSaved, Shell } from '../../shared/contract.ts';
import type { Answer, Problem } from '../../shared/models.ts';
import { problemOfChosenFolder } from '../chosen-folder.ts';
import { ProblemError } from '../problem.ts';
import { saveNew } from '../saving.ts';

/** Copies of one report in one folder. A folder with more is not one that a person keeps by hand. */
const MOST_COPIES = 1_000;

export interface ReportsExport extends Readonly<Parameters<Shell['saveReports']>[0]> {
  readonly folder: string;
  readonly makeReport: Desk['makeReport'];
  /** Looked at before each report; what is written by then stays. */
  readonly signal: AbortSignal;
  /** Called before the first and after each report. */
  readonly onProgress: (done: number, total: number) => void;
  /** Writes a file that is new. Tests put a disk in its place that refuses. */
  readonly write?: (path: string, text: string) => Promise<void>;
}

/** Makes and writes each report. Never throws for one package: it is told as not saved, and the next one is tried. */
export async function exportReports(wanted: ReportsExport): Promise<ReportsSaved> {
  const { folder, format, signal, onProgress } = wanted;
  const archives = [...new Set(wanted.archives)];
  const saved: ReportsSaved['saved'][number][] = [];
  const failed: { archive: string; problem: Problem }[] = [];
  onProgress(0, archives.length);
  for (const archive of archives) {
    if (signal.aborted) break;
    const written = await exportOne(wanted, archive);
    if (written.ok) saved.push({ archive, name: written.value });
    else failed.push({ archive, problem: written.problem });
    onProgress(saved.length + failed.length, archives.length);
  }
  return { folder, format, saved, failed, left: archives.length - saved.length - failed.length };
}

/** Answers the name of the file that was written. */
async function exportOne(
  { folder, format, makeReport, write = saveNew }: ReportsExport,
  archive: string,
): Promise<Answer<string>> {
  try {
    const report = await makeReport({ archive, format });
    if (!report.ok) return report;
    return { ok: true, value: await writeBeside(folder, report.value.name, report.value.text, write) };
  } catch (thrown) {
    return { ok: false, problem: problemOfChosenFolder(thrown) };
  }
}

/** Writes under the first name that nothing has yet: `report.html`, `report (2).html`, … */
async function writeBeside(
  folder: string,
  name: string,
  text: string,
  write: (path: string, text: string) => Promise<void>,
): Promise<string> {
  const { name: stem, ext } = parse(name);
  for (let copy = 1; copy <= MOST_COPIES; copy += 1) {
    const candidate = copy === 1 ? name : `${stem} (${copy})${ext}`;
    try {
      await write(join(folder, candidate), text);
      return candidate;
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
    }
  }
  throw new ProblemError('bad-request', { variant: 'exists', what: join(folder, name) });
}
