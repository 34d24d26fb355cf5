/** Imports in progress, each with one end that the person sees. */
import { create } from 'zustand';
import { hasEnded, type ImportProgress } from '../../shared/models.ts';
import { ask } from './acts.ts';
import { bridge } from './bridge.ts';
import { announce, announceProblem, whisper } from './notices.ts';
import { refreshQueueSoon } from './queue.ts';
import { go, useSession } from './session.ts';

interface ImportsState {
  /** By import id, in the order they began. */
  readonly imports: ReadonlyMap<string, ImportProgress>;
}

export const useImports = create<ImportsState>(() => ({ imports: new Map() }));

/** The way of an import; it never goes back. */
const ORDER = { waiting: 0, copying: 1, inspecting: 2, recording: 3, done: 4, failed: 4, cancelled: 4 } as const;

/** What the list of imports is after one more piece of news. News of a stage that is over comes late and is dropped. */
export function withProgress(
  imports: ReadonlyMap<string, ImportProgress>,
  news: ImportProgress,
): ReadonlyMap<string, ImportProgress> {
  const before = imports.get(news.importId);
  if (before && (hasEnded(before) || ORDER[news.stage] < ORDER[before.stage])) return imports;
  const after = new Map(imports);
  // A finished import is a row of the queue from now on; one that failed or was cancelled stays until it is dismissed.
  if (news.stage === 'done') after.delete(news.importId);
  else after.set(news.importId, news);
  return after;
}

/** Share of the work that is done, 0 to 1: copying is the first third, inspecting the rest. Null while nothing is known. */
export function shareDone({ stage, done, total }: ImportProgress): number | null {
  const share = total > 0 ? Math.min(1, done / total) : null;
  if (stage === 'waiting') return 0;
  if (stage === 'copying') return share === null ? null : share / 3;
  if (stage === 'inspecting') return share === null ? null : 1 / 3 + share * 0.6;
  return stage === 'recording' ? 0.95 : 1;
}

const ended = new Set<string>();

/** Takes a piece of news from the desk. */
export function takeProgress(news: ImportProgress): void {
  if (ended.has(news.importId)) return;
  useImports.setState((state) => ({ imports: withProgress(state.imports, news) }));
  if (!hasEnded(news)) return;
  ended.add(news.importId);
  refreshQueueSoon();
  const archive = news.archiveSha256;
  if (news.stage === 'done' && archive) {
    const act = { label: 'act.open', run: () => go({ at: 'package', archive }) };
    const atQueue = useSession.getState().screen.at === 'queue';
    // On the queue the new row says it already; a known package has no new row.
    if (news.known) announce('said.knownAlready', { name: news.fileName }, act);
    else if (atQueue) whisper('said.received', { name: news.fileName });
    else announce('said.received', { name: news.fileName }, act);
  }
  // On the queue the row itself says it, and is read aloud.
  if (news.stage === 'failed' && news.problem && useSession.getState().screen.at !== 'queue')
    announceProblem(news.problem);
}

/** Nobody tells a window how the imports of another program go on. In milliseconds. */
const LOOK_AGAIN_MS = 2_000;

function running(): readonly ImportProgress[] {
  return [...useImports.getState().imports.values()].filter((progress) => !hasEnded(progress));
}

/** Shows what is in work, whoever works on it, and looks again until all of that has come to its end. */
export async function startImports(): Promise<void> {
  const before = running();
  const answer = await ask(bridge().listImports({}));
  if (!answer) return;
  const listed = new Map(answer.value.map((progress) => [progress.importId, progress] as const));
  // What another program has ended is listed no longer.
  for (const shown of before) takeProgress(listed.get(shown.importId) ?? { ...shown, stage: 'done' });
  for (const progress of answer.value) if (!hasEnded(progress)) takeProgress(progress);
  if (running().length > 0) setTimeout(() => void startImports(), LOOK_AGAIN_MS);
}

export function takeStarted(started: readonly ImportProgress[]): void {
  for (const progress of started) if (!useImports.getState().imports.has(progress.importId)) takeProgress(progress);
}

export async function dropFiles(files: readonly File[]): Promise<void> {
  const answer = await ask(bridge().importDropped(files));
  if (answer) takeStarted(answer.value);
}

/** Tries a failed import again, or inspects a package under the rules of today. */
export async function retryPackage(archive: string): Promise<void> {
  const answer = await ask(bridge().retryPackage({ archive }));
  if (answer) takeStarted(answer.value);
}

export async function cancelImport(importId: string): Promise<void> {
  await ask(bridge().cancelImport({ importId }));
}

export function dismissImport(importId: string): void {
  useImports.setState((state) => {
    const imports = new Map(state.imports);
    imports.delete(importId);
    return { imports };
  });
}
