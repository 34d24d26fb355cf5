/** The queue: pages of rows that the desk gives on demand, and what is chosen among them. */
import { create } from 'zustand';
import type { QueueQuery } from '../../shared/contract.ts';
import type { PackageState, PackageSummary } from '../../shared/models.ts';
import { ask } from './acts.ts';
import { bridge } from './bridge.ts';
import { gathered } from './gather.ts';

/** A page is more than a tall window shows, so that scrolling rarely waits. */
export const PAGE_ROWS = 100;

export const STATE_FILTERS = {
  open: ['receiving', 'in_review', 'failed'],
  no_op: ['no_op'],
  loaded: ['loaded'],
  ended: ['rejected', 'purged'],
  all: [],
} as const satisfies Record<string, readonly PackageState[]>;
export type StateFilter = keyof typeof STATE_FILTERS;

interface QueueState {
  readonly filter: StateFilter;
  readonly search: string;
  readonly sort: QueueQuery['sort'];
  /** Known rows by index; gaps are asked for when they come into view. */
  readonly rows: ReadonlyMap<number, PackageSummary>;
  readonly total: number | null;
  readonly byState: Readonly<Partial<Record<PackageState, number>>>;
  readonly active: number;
  /** Archives chosen for a common act, with the row as it was when chosen. */
  readonly chosen: ReadonlyMap<string, PackageSummary>;
  /** Set while `chosen` is what the whole question lists, as far as it may be chosen: how many packages that is. */
  readonly whole: { readonly total: number } | null;
  /** Grows with every new question; answers of older ones are dropped. */
  readonly round: number;
}

export const useQueue = create<QueueState>(() => ({
  filter: 'all',
  search: '',
  sort: 'received',
  rows: new Map(),
  total: null,
  byState: {},
  active: 0,
  chosen: new Map(),
  whole: null,
  round: 0,
}));

export function queryOf(state: Pick<QueueState, 'filter' | 'search' | 'sort'>, offset: number): QueueQuery {
  return {
    states: STATE_FILTERS[state.filter],
    search: state.search.trim(),
    sort: state.sort,
    offset,
    limit: PAGE_ROWS,
  };
}

/** Offsets of the pages that cover rows `from` to `to` (inclusive) and hold a row that is not known yet. */
export function missingPages(rows: ReadonlyMap<number, unknown>, from: number, to: number): readonly number[] {
  const pages: number[] = [];
  for (let page = Math.floor(from / PAGE_ROWS) * PAGE_ROWS; page <= to; page += PAGE_ROWS) {
    const first = Math.max(from, page);
    const last = Math.min(to, page + PAGE_ROWS - 1);
    for (let index = first; index <= last; index += 1) {
      if (!rows.has(index)) {
        pages.push(page);
        break;
      }
    }
  }
  return pages;
}

/** Pages asked for at once. More would keep the desk busy with rows that have been scrolled past by then. */
const MOST_ASKED = 2;
const asked = new Set<string>();

/** @returns true when the page came */
async function loadPage(offset: number): Promise<boolean> {
  const state = useQueue.getState();
  const name = `${state.round}:${offset}`;
  if (asked.has(name)) return false;
  asked.add(name);
  const page = await ask(bridge().listQueue(queryOf(state, offset)));
  asked.delete(name);
  if (!page) return false;
  useQueue.setState((now) => {
    if (now.round !== state.round) return now;
    const rows = new Map(now.rows);
    page.value.rows.forEach((row, index) => {
      rows.set(offset + index, row);
    });
    return { rows, total: page.value.total, byState: page.value.byState };
  });
  return true;
}

let inView = { from: 0, to: 0 };

/** Asks for the rows that are in view and not known. */
export function showRows(from: number, to: number): void {
  inView = { from, to };
  askInView();
}

function askInView(): void {
  const { rows, total } = useQueue.getState();
  if (total === null) return;
  for (const offset of missingPages(rows, inView.from, Math.min(inView.to, total - 1))) {
    if (asked.size >= MOST_ASKED) return;
    // What is in view by then is asked for next; after a refusal the person's next move asks.
    void loadPage(offset).then((came) => came && askInView());
  }
}

/** Asks another question: starts at the top. */
export async function askQueue(change: Partial<Pick<QueueState, 'filter' | 'search' | 'sort'>>): Promise<void> {
  useQueue.setState((state) => ({ ...change, rows: new Map(), active: 0, whole: null, round: state.round + 1 }));
  await loadPage(0);
}

/** Asks the same question again: old rows stay until the new ones are there. */
export async function refreshQueue(): Promise<void> {
  const before = useQueue.getState();
  const page = Math.floor(before.active / PAGE_ROWS) * PAGE_ROWS;
  const round = before.round + 1;
  useQueue.setState({ round });
  const answer = await ask(bridge().listQueue(queryOf(before, page)));
  if (!answer || useQueue.getState().round !== round) return;
  const { total, byState } = answer.value;
  const rows = new Map(answer.value.rows.map((row, index) => [page + index, row] as const));
  useQueue.setState((now) => {
    const chosen = new Map(now.chosen);
    for (const row of rows.values()) if (chosen.has(row.archiveSha256)) chosen.set(row.archiveSha256, row);
    return {
      rows,
      chosen,
      total,
      byState,
      // What came or went since is not chosen by that.
      whole: now.whole?.total === total ? now.whole : null,
      active: Math.max(0, Math.min(now.active, total - 1)),
    };
  });
}

/** After news that the queue may have changed. */
export const refreshQueueSoon = gathered(refreshQueue);

/** Which common acts make sense for each state. */
export function canReject(row: PackageSummary): boolean {
  return row.state === 'in_review';
}
export function canPurge(row: PackageSummary): boolean {
  return row.state === 'no_op' || row.state === 'rejected' || row.state === 'failed';
}

/** The name a package goes by in lists: what it calls itself, else how its file is called. */
export function titleOf({ claims, fileName }: Pick<PackageSummary, 'claims' | 'fileName'>): string {
  return claims?.title ?? claims?.packageId ?? fileName;
}
