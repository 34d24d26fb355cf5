/** The package on the screen: what it is, where the person stands in it, and the acts of review. */
import { create } from 'zustand';
import type { Decision, FileContent, FileRecord, FindingRecord, PackageDetail } from '../../shared/models.ts';
import { type ReviewChange, withChange } from '../../shared/review-change.ts';
import { isOpen } from '../package/findings-model.ts';
import { filesInOrder, foldersAbove, isTodo, type TreeFilter } from '../package/tree-model.ts';
import { ask } from './acts.ts';
import { bridge } from './bridge.ts';
import { announce, whisper } from './notices.ts';
import { useSession } from './session.ts';

export type ViewMode = 'text' | 'message' | 'diff' | 'raw';

interface PackageStore {
  readonly archive: string | null;
  readonly detail: PackageDetail | null;
  readonly missing: boolean;
  /** File in the viewer; null shows the summary of the archive's own findings. */
  readonly path: string | null;
  readonly content: FileContent | null;
  readonly mode: ViewMode;
  readonly filter: TreeFilter;
  readonly closed: ReadonlySet<string>;
  /** Finding that the person stands at. */
  readonly finding: string | null;
  /** Line to show, with a count so that the same line can be asked for again. */
  readonly jump: { readonly line: number; readonly n: number } | null;
  readonly busy: boolean;
}

const NOTHING: PackageStore = {
  archive: null,
  detail: null,
  missing: false,
  path: null,
  content: null,
  mode: 'text',
  filter: { todoOnly: false, text: '' },
  closed: new Set(),
  finding: null,
  jump: null,
  busy: false,
};

export const usePackage = create<PackageStore>(() => NOTHING);

/** Shows a package. The first file that asks for something is opened. */
export async function showPackage(archive: string): Promise<void> {
  if (usePackage.getState().archive === archive) return refreshPackage();
  usePackage.setState({ ...NOTHING, archive });
  const answer = await ask(bridge().getPackage({ archive }));
  if (usePackage.getState().archive !== archive) return;
  if (!answer) {
    usePackage.setState({ missing: true });
    return;
  }
  usePackage.setState({ detail: answer.value });
  const order = filesInOrder(answer.value.files, NOTHING.filter);
  const first = answer.value.state === 'in_review' ? (order.find(isTodo) ?? order[0]) : order[0];
  if (first && answer.value.state !== 'purged') await openFile(first.path);
}

/** Takes what an act of review changed, of this window or another one. */
export async function takeChange(change: ReviewChange): Promise<void> {
  const { archive, detail } = usePackage.getState();
  if (!detail || archive !== change.archiveSha256) return;
  const changed = withChange(detail, change);
  if (changed === null) await refreshPackage();
  else if (changed !== detail) usePackage.setState({ detail: changed });
}

export async function refreshPackage(): Promise<void> {
  const { archive } = usePackage.getState();
  if (!archive) return;
  const answer = await ask(bridge().getPackage({ archive }));
  if (answer && usePackage.getState().archive === archive) usePackage.setState({ detail: answer.value });
}

export function leavePackage(): void {
  usePackage.setState(NOTHING);
}

/** Opens a file in the viewer. The mode falls back to text where there is nothing to compare. */
export async function openFile(path: string, at: { readonly finding?: FindingRecord } = {}): Promise<void> {
  const { archive, detail, content, mode, closed, jump } = usePackage.getState();
  const file = detail?.files.find((candidate) => candidate.path === path);
  if (!archive || !file) return;
  const opened = new Set(closed);
  for (const folder of foldersAbove(path)) opened.delete(folder);
  const line = at.finding?.line;
  usePackage.setState({
    path,
    closed: opened,
    finding: at.finding?.id ?? null,
    mode: fittingMode(mode, file),
    jump: line === undefined ? null : { line, n: (jump?.n ?? 0) + 1 },
  });
  if (content?.path === path && content.sha256 === file.sha256) return;
  usePackage.setState({ content: null });
  const answer = await ask(bridge().readFile({ archive, path }));
  const now = usePackage.getState();
  if (answer && now.archive === archive && now.path === path) usePackage.setState({ content: answer.value });
}

function fittingMode(mode: ViewMode, file: FileRecord): ViewMode {
  if (file.kind === 'binary') return 'raw';
  // Whether a file is a message is known only once its text is here.
  if (mode === 'message') return 'text';
  if (mode === 'diff' && !canDiff(file)) return 'text';
  return mode;
}

export function canDiff(file: FileRecord): boolean {
  return file.kind === 'text' && (file.change === 'changed' || file.change === 'unchanged');
}

export function setMode(mode: ViewMode): void {
  usePackage.setState({ mode });
}

export function setFilter(change: Partial<TreeFilter>): void {
  usePackage.setState((state) => ({ filter: { ...state.filter, ...change } }));
}

export function toggleFolder(path: string, open?: boolean): void {
  usePackage.setState((state) => {
    const closed = new Set(state.closed);
    const willOpen = open ?? closed.has(path);
    if (willOpen) closed.delete(path);
    else closed.add(path);
    return { closed };
  });
}

export function selectedFile(state: PackageStore): FileRecord | null {
  return state.detail?.files.find((file) => file.path === state.path) ?? null;
}

/** Goes to the next or previous file of the tree and tells the position. */
export async function stepFile(step: 1 | -1): Promise<void> {
  const { detail, filter, path } = usePackage.getState();
  if (!detail) return;
  const order = filesInOrder(detail.files, filter);
  const at = order.findIndex((file) => file.path === path);
  const next = order[at < 0 ? 0 : Math.max(0, Math.min(order.length - 1, at + step))];
  if (!next) return;
  await openFile(next.path);
  whisper('said.position', { name: next.path, position: order.indexOf(next) + 1, total: order.length });
}

/** Goes to the next or previous finding, through the whole package. */
export async function goToFinding(finding: FindingRecord): Promise<void> {
  const { detail } = usePackage.getState();
  const there = finding.path !== undefined && detail?.files.some((file) => file.path === finding.path);
  if (there && finding.path !== undefined) await openFile(finding.path, { finding });
  else usePackage.setState({ finding: finding.id });
}

/** Runs one act on the package and takes its new state; refusals are told and the present state is asked for. */
async function act(
  run: (at: { archive: string; version: number }) => ReturnType<ReturnType<typeof bridge>['undo']>,
): Promise<PackageDetail | null> {
  const { detail, busy } = usePackage.getState();
  if (!detail || busy) return null;
  usePackage.setState({ busy: true });
  const answer = await ask(run({ archive: detail.archiveSha256, version: detail.version }));
  if (!answer) {
    usePackage.setState({ busy: false });
    await refreshPackage();
    return null;
  }
  await takeChange(answer.value);
  usePackage.setState({ busy: false });
  const now = usePackage.getState();
  return now.archive === detail.archiveSha256 ? now.detail : null;
}

const UNDO = { label: 'act.undo', run: () => void undo() };

/** Decides one file, or takes its decision back. Goes on to the next undecided one when the setting says so. */
export async function decide(path: string, decision: Decision | null, note: string | null = null): Promise<void> {
  const detail = await act((at) => bridge().decideFiles({ ...at, paths: [path], decision, manner: 'single', note }));
  if (!detail) return;
  announce(`said.decided.${decision ?? 'withdrawn'}`, { path }, UNDO);
  if (decision !== null) await advance(detail, path);
}

/** Goes on to the next undecided file; but never away from one that is undecided itself, or that the person went to meanwhile. */
async function advance(detail: PackageDetail, from: string | null): Promise<void> {
  if (!useSession.getState().settings.autoAdvance || usePackage.getState().path !== from) return;
  const here = detail.files.find((file) => file.path === from);
  if (here && isTodo(here)) return;
  const next = nextTodo(detail, from);
  if (next) await openFile(next.path);
  else whisper('said.allDecided');
}

/** The undecided file after the given one in the order of the tree, wrapping round. */
export function nextTodo(detail: Pick<PackageDetail, 'files'>, path: string | null): FileRecord | null {
  const order = filesInOrder(detail.files, { todoOnly: false, text: '' });
  const at = order.findIndex((file) => file.path === path);
  return [...order.slice(at + 1), ...order.slice(0, Math.max(0, at))].find(isTodo) ?? null;
}

/** Files that may be approved together: undecided, no anchor, no finding that asks for something. */
export function cleanRest(detail: Pick<PackageDetail, 'files'>): readonly FileRecord[] {
  return detail.files.filter(
    (file) =>
      isTodo(file) && !file.anchor && file.findings['no-op'] === 0 && file.findings.review === 0 && !file.damaged,
  );
}

/** Files whose very bytes are loaded already: they may be carried over by one explicit act. */
export function unchangedRest(detail: Pick<PackageDetail, 'files'>): readonly FileRecord[] {
  return detail.files.filter((file) => isTodo(file) && file.change === 'unchanged' && !file.damaged);
}

export async function decideMany(
  files: readonly FileRecord[],
  manner: 'clean' | 'carried',
  note: string | null,
): Promise<void> {
  const paths = files.map((file) => file.path);
  const { path } = usePackage.getState();
  const detail = await act((at) => bridge().decideFiles({ ...at, paths, decision: 'approved', manner, note }));
  if (!detail) return;
  announce(`said.decidedMany.${manner}`, { count: paths.length }, UNDO);
  await advance(detail, path);
}

/** Acknowledges findings with one note, or takes the acknowledgement back with null. */
export async function acknowledge(findings: readonly FindingRecord[], note: string | null): Promise<boolean> {
  const ids = findings
    .filter((finding) => (note === null ? finding.acknowledgement : isOpen(finding)))
    .map((finding) => finding.id);
  if (ids.length === 0) return false;
  const detail = await act((at) => bridge().acknowledgeFindings({ ...at, ids, note }));
  if (detail)
    announce(note === null ? 'said.acknowledgementWithdrawn' : 'said.acknowledged', { count: ids.length }, UNDO);
  return detail !== null;
}

/** Accepts one clause of the policy for this package only, or takes that back with null. */
export async function acceptOnce(clause: 'issuer' | 'derivative', note: string | null): Promise<boolean> {
  const detail = await act((at) => bridge().acceptOnce({ ...at, clause, note }));
  if (detail) announce(note === null ? 'said.acceptanceWithdrawn' : 'said.acceptedOnce', {}, UNDO);
  return detail !== null;
}

export async function undo(): Promise<void> {
  const { detail } = usePackage.getState();
  if (!detail || detail.undoable === 0) {
    whisper('said.nothingToUndo');
    return;
  }
  if (await act((at) => bridge().undo(at))) announce('said.undone');
}

export async function reject(note: string): Promise<boolean> {
  const detail = await act((at) => bridge().rejectPackage({ ...at, note }));
  if (detail) announce('said.rejectedMany', { count: 1 }, { label: 'act.reopen', run: () => void reopen() });
  return detail !== null;
}

export async function reopen(): Promise<void> {
  if (await act((at) => bridge().reopenPackage(at))) announce('said.reopened');
}

export async function purge(): Promise<boolean> {
  const detail = await act((at) => bridge().purgePackage(at));
  if (detail) {
    usePackage.setState({ path: null, content: null });
    announce('said.purgedMany', { count: 1 });
  }
  return detail !== null;
}

/** Records that the whole of a file was on the screen. Quiet when it is recorded already. */
export async function markViewed(path: string, sha256: string): Promise<void> {
  const { archive, detail } = usePackage.getState();
  const file = detail?.files.find((candidate) => candidate.path === path);
  if (!archive || !file || file.viewedUtc || detail?.state !== 'in_review') return;
  const answer = await ask(bridge().markViewed({ archive, path, sha256 }));
  if (answer) await takeChange(answer.value);
}
