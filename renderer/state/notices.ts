/**
 * What the window says without being asked: shown as a note at its lower edge and read aloud. Refusals are assertive and stay
 * until they are dismissed; confirmations are polite and go away.
 */
import { create } from 'zustand';
import type { Problem } from '../../shared/models.ts';
import type { TextValues } from '../../shared/text.ts';

export interface NoticeAct {
  /** Key of the button's word. */
  readonly label: string;
  readonly run: () => void;
}

export interface Notice {
  readonly id: number;
  readonly say: { readonly key: string; readonly values: TextValues } | { readonly problem: Problem };
  readonly act: NoticeAct | null;
}

interface NoticesState {
  readonly notices: readonly Notice[];
  /** Said to screen readers only: positions, results of a key. */
  readonly whisper: { readonly key: string; readonly values: TextValues; readonly n: number } | null;
}

/** More would cover the screen; the oldest goes. */
const MOST = 3;
/** Long enough to read two lines and reach for "Undo" (WCAG 2.2.1: every act is also reachable elsewhere). */
const STAY_MS = 9_000;

let nextId = 1;

export const useNotices = create<NoticesState>(() => ({ notices: [], whisper: null }));

export function dismissNotice(id: number): void {
  useNotices.setState((state) => ({ notices: state.notices.filter((notice) => notice.id !== id) }));
}

function add(say: Notice['say'], act: NoticeAct | null): number {
  const id = nextId++;
  useNotices.setState((state) => ({ notices: [...state.notices.slice(1 - MOST), { id, say, act }] }));
  return id;
}

/** Confirms something that happened. */
export function announce(key: string, values: TextValues = {}, act: NoticeAct | null = null): void {
  const id = add({ key, values }, act);
  setTimeout(() => dismissNotice(id), STAY_MS);
}

/** Tells that something did not happen, and why. */
export function announceProblem(problem: Problem): void {
  useNotices.setState((state) => ({
    notices: state.notices.filter((notice) => !('problem' in notice.say && notice.say.problem.code === problem.code)),
  }));
  add({ problem }, null);
}

/** Says something to screen readers without showing it. */
export function whisper(key: string, values: TextValues = {}): void {
  useNotices.setState((state) => ({ whisper: { key, values, n: (state.whisper?.n ?? 0) + 1 } }));
}
