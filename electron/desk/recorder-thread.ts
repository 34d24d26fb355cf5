/**
 * The recorder: a thread with a connection of its own that writes how an import goes on, and its record, and acts of review on large
 * packages. Naming thousands of findings, digesting the report, writing the rows and waiting for the disk happen here, so that the main
 * process answers meanwhile. They are the very functions that write without a thread, in the same single transactions; a thread that dies
 * leaves what a killed program leaves.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { FormatPackId, Problem } from '../../shared/models.ts';
import type { ReviewChange } from '../../shared/review-change.ts';
import { type DeskDatabase, openDatabase } from '../database/open.ts';
import type { AdvanceJob, RecordJob } from '../intake/run.ts';
import { problemOf } from '../problem.ts';
import { advanceImport } from '../quarantine/imports-table.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { type Recorded, recordImport } from '../quarantine/record.ts';
import { storeProgressOfRecord } from '../review/progress.ts';
import { reviewBasis } from './desk-context.ts';
import { type RecordRehearsal, recordInRehearsal } from './rehearsal.ts';
import { performAct, type ReviewJob } from './review-acts.ts';

export interface RecorderPlace {
  readonly dataFolder: string;
  readonly resourcesFolder: string;
  readonly packId: FormatPackId;
}

/** To the thread: what to write, or null to end. */
export type RecorderRequest =
  | { readonly advance: AdvanceJob }
  | { readonly record: RecordJob }
  | { readonly review: ReviewJob }
  | { readonly rehearse: RecordRehearsal }
  | null;

/** What the thread answers to a request. */
export type RecorderResult = boolean | Recorded | ReviewChange | null;

export type RecorderAnswer =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly done: RecorderResult }
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
    say({ type: 'done', done: resultOf(request) });
  } catch (thrown) {
    say({ type: 'failed', problem: problemOf(thrown) });
  }
});
say({ type: 'ready' });

function resultOf(request: NonNullable<RecorderRequest>): RecorderResult {
  if ('advance' in request) return advance(request.advance);
  if ('record' in request) return record(request.record);
  if ('rehearse' in request) {
    recordInRehearsal(request.rehearse, countProgress);
    return null;
  }
  const { act, actor, look } = request.review;
  return performAct({ db, packId, resourcesFolder, actor }, act, look);
}

function advance({ importId, stage, archiveSha256 }: AdvanceJob): boolean {
  return advanceImport(db, importId, stage, archiveSha256);
}

function record(job: RecordJob): Recorded {
  return recordImport(db, { ...job, clock: db.clock, afterRecord: (archive) => countProgress(db, archive) });
}

function countProgress(on: DeskDatabase, archive: string): void {
  storeProgressOfRecord(on, archive, () => reviewBasis({ db: on, packId, resourcesFolder }));
}
