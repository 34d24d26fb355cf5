/** Acts on many chosen packages: one after the other, with progress, until done, refused or stopped. */
import { create } from 'zustand';
import type { PackageAt } from '../../shared/contract.ts';
import type { Answer, PackageSummary } from '../../shared/models.ts';
import { ask } from './acts.ts';
import { bridge } from './bridge.ts';
import { announce, type NoticeAct } from './notices.ts';
import { canPurge, canReject, refreshQueue, useQueue } from './queue.ts';

interface Work {
  readonly done: number;
  readonly total: number;
  readonly isStopping: boolean;
}

/** What is being done with many packages; null when nothing is. */
export const useChosenWork = create<{ readonly work: Work | null }>(() => ({ work: null }));

/** Stops after the act that runs: what is done by then stays done, the rest stays chosen. */
export function stopChosenWork(): void {
  useChosenWork.setState(({ work }) => ({ work: work && { ...work, isStopping: true } }));
}

/**
 * Runs one act on each row in turn and stops at the first refusal, which is announced; the rows not done stay chosen.
 * @returns the packages as they are after the act
 */
async function actOnEach(
  rows: readonly PackageSummary[],
  run: (at: PackageAt) => Promise<Answer<PackageSummary>>,
): Promise<readonly PackageSummary[]> {
  // One at a time: two acts on the same rows would refuse each other.
  if (useChosenWork.getState().work !== null) return [];
  const done: PackageSummary[] = [];
  useChosenWork.setState({ work: { done: 0, total: rows.length, isStopping: false } });
  for (const { archiveSha256: archive, version } of rows) {
    if (useChosenWork.getState().work?.isStopping) break;
    const answer = await ask(run({ archive, version }));
    if (!answer) break;
    done.push(answer.value);
    useChosenWork.setState(({ work }) => ({ work: work && { ...work, done: done.length } }));
  }
  useChosenWork.setState({ work: null });
  const ready = new Set(done.map((detail) => detail.archiveSha256));
  const all = done.length === rows.length;
  useQueue.setState(({ chosen }) => ({
    chosen: all ? new Map() : new Map([...chosen].filter(([archive]) => !ready.has(archive))),
    whole: null,
  }));
  await refreshQueue();
  return done;
}

/** Tells all of them, or as far as it came. */
function tell(whole: string, partly: string, done: number, total: number, act: NoticeAct | null = null): void {
  if (done === 0) return;
  if (done === total) announce(whole, { count: done }, act);
  else announce(partly, { count: done, total }, act);
}

export async function rejectChosen(note: string): Promise<void> {
  const rows = [...useQueue.getState().chosen.values()].filter(canReject);
  const done = await actOnEach(rows, (at) => bridge().rejectPackage({ ...at, note }));
  const undo = { label: 'act.undo', run: () => void reopenAll(done) };
  tell('said.rejectedMany', 'said.rejectedManyPartly', done.length, rows.length, undo);
}

async function reopenAll(rejected: readonly PackageSummary[]): Promise<void> {
  const done = await actOnEach(rejected, (at) => bridge().reopenPackage(at));
  tell('said.reopenedMany', 'said.reopenedManyPartly', done.length, rejected.length);
}

export async function purgeChosen(): Promise<void> {
  const rows = [...useQueue.getState().chosen.values()].filter(canPurge);
  const done = await actOnEach(rows, (at) => bridge().purgePackage(at));
  tell('said.purgedMany', 'said.purgedManyPartly', done.length, rows.length);
}
