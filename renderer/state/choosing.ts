/** Choosing packages: one, a range, all that the filter lists. Rows that are not known yet are asked for in pages. */
import type { PackageSummary } from '../../shared/models.ts';
import { ask } from './acts.ts';
import { bridge } from './bridge.ts';
import { whisper } from './notices.ts';
import { queryOf, useQueue } from './queue.ts';

/** More are not chosen at once: nobody looks through them, and each is held with its row. */
export const MOST_CHOSEN = 10_000;
/** The contract's own limit. */
const PAGE_CHOSEN = 500;

type Chosen = ReadonlyMap<string, PackageSummary>;

/** Where a range begins, and what was chosen besides it. */
let start: {
  readonly archive: string;
  readonly index: number;
  readonly question: string;
  readonly besides: Chosen;
} | null = null;
/** Grows with every choice: rows that come late for an earlier one are dropped. */
let turn = 0;

function set(chosen: Chosen, whole: ReturnType<typeof useQueue.getState>['whole'] = null): void {
  turn += 1;
  useQueue.setState({ chosen, whole });
}

/** Chooses one package more, or one less; the next range begins here. */
export function toggleChosen(row: PackageSummary, index: number): void {
  const chosen = new Map(useQueue.getState().chosen);
  if (!chosen.delete(row.archiveSha256)) chosen.set(row.archiveSha256, row);
  set(chosen);
  start = { archive: row.archiveSha256, index, question: questionShown(), besides: chosen };
}

export function clearChosen(): void {
  start = null;
  set(new Map());
  whisper('said.choseNone');
}

/**
 * Chooses all from where the range began to `index`, besides what was chosen before; the range before this one is given back.
 * @param from where it begins when nothing began one yet
 */
export async function chooseTo(from: number, index: number): Promise<void> {
  const { rows, chosen } = useQueue.getState();
  const first = rows.get(from);
  const question = questionShown();
  if (start?.question !== question) {
    if (!first) return;
    start = { archive: first.archiveSha256, index: from, question, besides: chosen };
  }
  const { archive, index: known, besides } = start;
  // News may have moved the row since.
  const begin = rows.get(known)?.archiveSha256 === archive ? known : (placeOf(rows, archive) ?? known);
  const [low, high] = begin < index ? [begin, index] : [index, begin];
  const top = Math.min(high, low + MOST_CHOSEN - 1);
  const here = rowsBetween(rows, low, top);
  if (here) return set(withRows(besides, here));
  const mine = ++turn;
  const fetched = await fetchRows(low, top);
  if (fetched && mine === turn) set(withRows(besides, fetched.rows));
}

/** Chooses every package that the filter and the search list, {@link MOST_CHOSEN} at most. */
export async function chooseAll(): Promise<void> {
  start = null;
  const mine = ++turn;
  const fetched = await fetchRows(0, MOST_CHOSEN - 1);
  if (!fetched || mine !== turn) return;
  const chosen = withRows(new Map(), fetched.rows);
  set(chosen, chosen.size === 0 ? null : { total: fetched.total });
}

/** Another question has other rows: a range that began under the one before is over. */
function questionShown(): string {
  const { filter, sort, search } = useQueue.getState();
  return [filter, sort, search].join('\n');
}

function placeOf(rows: ReadonlyMap<number, PackageSummary>, archive: string): number | undefined {
  for (const [index, row] of rows) if (row.archiveSha256 === archive) return index;
  return undefined;
}

/** Rows `low` to `high`, or null when one is not known. */
export function rowsBetween<Row>(rows: ReadonlyMap<number, Row>, low: number, high: number): readonly Row[] | null {
  const found: Row[] = [];
  for (let index = low; index <= high; index += 1) {
    const row = rows.get(index);
    if (row === undefined) return null;
    found.push(row);
  }
  return found;
}

function withRows(besides: Chosen, rows: readonly PackageSummary[]): Chosen {
  const chosen = new Map(besides);
  for (const row of rows) {
    if (chosen.size >= MOST_CHOSEN) break;
    chosen.set(row.archiveSha256, row);
  }
  return chosen;
}

/** Asks for rows by the question that is shown. Null after a refusal, which is told. */
async function fetchRows(
  low: number,
  high: number,
): Promise<{ readonly rows: readonly PackageSummary[]; readonly total: number } | null> {
  const question = useQueue.getState();
  const rows: PackageSummary[] = [];
  let total = 0;
  for (let offset = low; offset <= high; offset += PAGE_CHOSEN) {
    const limit = Math.min(PAGE_CHOSEN, high - offset + 1);
    const page = await ask(bridge().listQueue({ ...queryOf(question, offset), limit }));
    if (!page) return null;
    rows.push(...page.value.rows);
    total = page.value.total;
    if (offset + limit >= total) break;
  }
  return { rows, total };
}
