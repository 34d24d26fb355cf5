/** Pages of the queue. Every order has an index, and counts are kept by triggers: ten packages or ten thousand open alike. */
import type { QueuePage, QueueQuery } from '../../shared/contract.ts';
import type { PackageState } from '../../shared/models.ts';
import { likePattern } from '../database/like.ts';
import type { DeskDatabase } from '../database/open.ts';
import { type PackageRow, SUMMARY_COLUMNS, summaryOf } from './summary.ts';

/** The expressions are those of the indexes in migration 20, letter by letter. */
const ORDERS: Readonly<Record<QueueQuery['sort'], string>> = {
  received: 'received_utc DESC, archive_sha256',
  title: 'COALESCE(title, file_name) COLLATE NOCASE, archive_sha256',
  issuer: `COALESCE(issuer, '') COLLATE NOCASE, archive_sha256`,
  state: `(CASE state WHEN 'in_review' THEN 0 WHEN 'failed' THEN 1 WHEN 'no_op' THEN 2 WHEN 'receiving' THEN 3
    WHEN 'loaded' THEN 4 WHEN 'rejected' THEN 5 ELSE 6 END), received_utc DESC, archive_sha256`,
};

/** Case folding of the queue's search: the same for what is kept and for what is asked. */
export function foldForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

export function listQueuePage(db: DeskDatabase, query: QueueQuery): QueuePage {
  // One snapshot, so that rows and counts agree while another program works.
  return db.sql.transaction(() => {
    const byState = countByState(db);
    const { where, values } = condition(query);
    const rows = db
      .prepared<[Record<string, string | number>], PackageRow>(
        `SELECT ${SUMMARY_COLUMNS} FROM packages AS p WHERE ${where} ORDER BY ${ORDERS[query.sort]} LIMIT @limit OFFSET @offset`,
      )
      .all({ ...values, limit: query.limit, offset: query.offset });
    return { rows: rows.map(summaryOf), total: totalOf(db, query, byState), byState };
  })();
}

function condition(query: QueueQuery): { readonly where: string; readonly values: Record<string, string> } {
  const parts: string[] = [];
  const values: Record<string, string> = {};
  const states = [...new Set(query.states)];
  if (states.length > 0) {
    parts.push(`p.state IN (${states.map((_, index) => `@state${index}`).join(', ')})`);
    for (const [index, state] of states.entries()) values[`state${index}`] = state;
  }
  // Every word must be found somewhere.
  const words = foldForSearch(query.search).split(/\s+/u).filter(Boolean).slice(0, MOST_WORDS);
  for (const [index, word] of words.entries()) {
    parts.push(`p.search_text LIKE @word${index} ESCAPE '!'`);
    values[`word${index}`] = likePattern(word);
  }
  return { where: parts.join(' AND ') || 'TRUE', values };
}

/** More words than anybody types; each one is another pass over the row. */
const MOST_WORDS = 12;

function totalOf(db: DeskDatabase, query: QueueQuery, byState: QueuePage['byState']): number {
  if (query.search.trim() === '') {
    const asked = query.states.length > 0 ? [...new Set(query.states)] : (Object.keys(byState) as PackageState[]);
    return asked.reduce((sum, state) => sum + (byState[state] ?? 0), 0);
  }
  const { where, values } = condition(query);
  return (
    db
      .prepared<[Record<string, string>], { n: number }>(`SELECT COUNT(*) AS n FROM packages AS p WHERE ${where}`)
      .get(values)?.n ?? 0
  );
}

function countByState(db: DeskDatabase): Partial<Record<PackageState, number>> {
  const rows = db
    .prepared<[], { state: PackageState; number: number }>('SELECT state, number FROM package_states WHERE number > 0')
    .all();
  return Object.fromEntries(rows.map(({ state, number }) => [state, number]));
}
