/**
 * The recorder: a thread with a connection of its own that writes how an import goes on, and its record. Naming thousands of findings, digesting the
 * report, writing the rows and waiting for the disk happen here, so that the main process answers meanwhile. It is the very function
 * that records without a thread, in the same single transaction; a thread that dies leaves what a killed program leaves.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { FormatPackId, Problem } from '../../shared/models.ts';
import { openDatabase } from '../database/open.ts';
import type { AdvanceJob, RecordJob } from '../intake/run.ts';
import { problemOf } from '../problem.ts';
import { advanceImport } from '../quarantine/imports-table.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { type Recorded, recordImport } from '../quarantine/record.ts';
import { storeProgress } from '../review/progress.ts';
import { reviewBasis } from './desk-context.ts';

export interface RecorderPlace {
  readonly dataFolder: string;
  readonly resourcesFolder: string;
  readonly packId: FormatPackId;
}

/** To the thread: what to write, or null to end. */
export type RecorderRequest = { readonly advance: AdvanceJob } | { readonly record: RecordJob } | null;

export type RecorderAnswer =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly done: boolean | Recorded }
  | { readonly type: 'failed'; readonly problem: Problem };

const port = parentPort;
if (port === null) throw new Error('the recorder is a thread of the desk');
const { dataFolder, resourcesFolder, packId } = workerData as RecorderPlace;
const db = openDatabase(new DataLayout(dataFolder));
const say = (answer: RecorderAnswer): void => port.postMessage(answer);

port.on('message', (request: RecorderRequest) => {
  if (request === null) {
    db.close();
    port.close();
    return;
  }
  try {
    say({ type: 'done', done: 'advance' in request ? advance(request.advance) : record(request.record) });
  } catch (thrown) {
    say({ type: 'failed', problem: problemOf(thrown) });
  }
});
say({ type: 'ready' });

function advance({ importId, stage, archiveSha256 }: AdvanceJob): boolean {
  return advanceImport(db, importId, stage, archiveSha256);
}

function record(job: RecordJob): Recorded {
  const afterRecord = (archive: string): void =>
    storeProgress(db, archive, reviewBasis({ db, packId, resourcesFolder }));
  return recordImport(db, { ...job, clock: db.clock, afterRecord });
}
