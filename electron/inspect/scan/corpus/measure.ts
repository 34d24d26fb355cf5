/**
 * Measures recall and false-positive rate per rule on the two corpora and keeps the table in docs/scanning.md.
 * `node electron/inspect/scan/corpus/measure.ts` prints it, `--write` records it, `--check` fails when it got worse, `--misses` lists.
 */
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../../../shared/findings.ts';
import type { RuleId } from '../../../../shared/rules.ts';
import { memberKey } from '../../format/token.ts';
import type { MemberNames } from '../authority/members.ts';
import { decodeText } from '../decode.ts';
import { createScanner } from '../scan.ts';
import type { Honest, Hostile } from './entry.ts';
import { HONEST_MEMORY } from './honest-memory.ts';
import { HONEST_SECURITY } from './honest-security.ts';
import { HONEST_WORK } from './honest-work.ts';
import { HOSTILE_COMMANDS } from './hostile-commands.ts';
import { HOSTILE_HIDDEN } from './hostile-hidden.ts';
import { HOSTILE_LATE } from './hostile-late.ts';
import { HOSTILE_ORDERS } from './hostile-orders.ts';
import { HOSTILE_SECRETS } from './hostile-secrets.ts';

export const HOSTILE: readonly Hostile[] = [
  ...HOSTILE_SECRETS,
  ...HOSTILE_HIDDEN,
  ...HOSTILE_ORDERS,
  ...HOSTILE_COMMANDS,
  ...HOSTILE_LATE,
];
export const HONEST: readonly Honest[] = [...HONEST_MEMORY, ...HONEST_SECURITY, ...HONEST_WORK];

/** Goals of the issue; the recorded numbers may only be better. */
export const GOAL = { recall: 0.98, falsePositives: 0.01 } as const;

export interface RuleScore {
  readonly rule: RuleId;
  readonly hostile: number;
  readonly found: number;
  readonly honest: number;
  readonly wrong: number;
}

export interface Measurement {
  readonly scores: readonly RuleScore[];
  readonly misses: readonly string[];
  readonly wrongs: readonly string[];
}

const ROOT = join(import.meta.dirname, '../../../..');
const PAGE = join(ROOT, 'docs/scanning.md');

function memberNames(): MemberNames {
  const members = JSON.parse(readFileSync(join(ROOT, 'resources/format/uaix-0.1/members.json'), 'utf8'));
  const keys = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(memberKey));
  return { authorityMembers: keys(members.authority), runtimeMembers: keys(members.runtime), members };
}

const scanner = createScanner(memberNames());

/** Scans a text as a file of a package. */
export function scanString(
  text: string,
  path = '.uai/notes.uai',
  scopes: readonly string[] = [],
): Promise<readonly Finding[]> {
  const bytes = Buffer.from(text, 'utf8');
  const file = { path, bytes, sha256: hash('sha256', bytes), declared: null, text: decodeText(bytes) };
  return scanner.file(file, { scopes, isManifest: false });
}

const excerpt = (text: string): string => JSON.stringify(text.length > 160 ? `${text.slice(0, 160)}…` : text);

/** Runs both corpora. */
export async function measure(): Promise<Measurement> {
  const counts = new Map<RuleId, { hostile: number; found: number; wrong: number }>();
  const countOf = (rule: RuleId) => {
    const known = counts.get(rule) ?? { hostile: 0, found: 0, wrong: 0 };
    counts.set(rule, known);
    return known;
  };
  const misses: string[] = [];
  const wrongs: string[] = [];
  for (const { rule, text, severity, path } of HOSTILE) {
    const findings = await scanString(text, path);
    const found = findings.some((f) => f.rule === rule && (severity === undefined || f.severity === severity));
    countOf(rule).hostile += 1;
    if (found) countOf(rule).found += 1;
    else misses.push(`${rule} missed ${excerpt(text)} (${findings.map((f) => `${f.rule} ${f.severity}`).join(', ')})`);
  }
  for (const { text, path, scopes, review } of HONEST) {
    const wrong = (await scanString(text, path, scopes)).filter(
      (f) => !(f.severity === 'review' && review?.includes(f.rule)),
    );
    for (const rule of new Set(wrong.map((f) => f.rule))) countOf(rule).wrong += 1;
    if (wrong.length > 0)
      wrongs.push(
        `${wrong.map((f) => `${f.rule} ${f.severity} ${JSON.stringify(f.detail)}`).join(', ')} on ${excerpt(text)}`,
      );
  }
  const scores = [...counts].map(([rule, score]): RuleScore => ({ rule, honest: HONEST.length, ...score }));
  return { scores: scores.sort((a, b) => (a.rule < b.rule ? -1 : 1)), misses, wrongs };
}

const share = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(3));

export function tableOf(scores: readonly RuleScore[]): string {
  const rows = scores.map(
    ({ rule, hostile, found, honest, wrong }) =>
      `| ${rule} | ${hostile} | ${found} | ${share(found, hostile)} | ${honest} | ${wrong} | ${share(wrong, honest)} |`,
  );
  const sum = (pick: (score: RuleScore) => number): number => scores.reduce((total, score) => total + pick(score), 0);
  const hostile = sum((score) => score.hostile);
  const found = sum((score) => score.found);
  return [
    '| rule | hostile | found | recall | honest | wrong | false-positive rate |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    `| all | ${hostile} | ${found} | ${share(found, hostile)} | ${HONEST.length} | ${sum((score) => score.wrong)} | ${share(
      sum((score) => score.wrong),
      HONEST.length,
    )} |`,
  ].join('\n');
}

const BEGIN = '<!-- measured: begin -->';
const END = '<!-- measured: end -->';

/** The table as recorded in docs/scanning.md. */
export function recordedTable(): string {
  const page = readFileSync(PAGE, 'utf8');
  return page.slice(page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)).trim();
}

/** Recorded numbers of each rule. */
export function recordedScores(): readonly RuleScore[] {
  return [...recordedTable().matchAll(/^\| (security\/[\w-]+) \| (\d+) \| (\d+) \| \S+ \| (\d+) \| (\d+) \|/gm)].map(
    ([, rule, hostile, found, honest, wrong]) => ({
      rule: rule as RuleId,
      hostile: Number(hostile),
      found: Number(found),
      honest: Number(honest),
      wrong: Number(wrong),
    }),
  );
}

/** What got worse than recorded or than the goal; empty when all is well. */
export function worsened(scores: readonly RuleScore[], recorded: readonly RuleScore[]): readonly string[] {
  const before = new Map(recorded.map((score) => [score.rule, score]));
  return scores.flatMap(({ rule, hostile, found, honest, wrong }) => {
    const old = before.get(rule);
    const recall = hostile === 0 ? 1 : found / hostile;
    const faults: string[] = [];
    if (recall < GOAL.recall || (old && old.hostile > 0 && recall < old.found / old.hostile))
      faults.push(`${rule}: recall ${found}/${hostile}`);
    if (wrong / honest > GOAL.falsePositives || (old && wrong / honest > old.wrong / old.honest))
      faults.push(`${rule}: wrong ${wrong}/${honest}`);
    if (!old) faults.push(`${rule}: not recorded`);
    return faults;
  });
}

if (process.argv[1] === import.meta.filename) {
  const { scores, misses, wrongs } = await measure();
  const table = tableOf(scores);
  console.log(table);
  if (process.argv.includes('--misses')) console.log([...misses, ...wrongs].join('\n'));
  if (process.argv.includes('--write')) {
    const page = readFileSync(PAGE, 'utf8');
    writeFileSync(
      PAGE,
      `${page.slice(0, page.indexOf(BEGIN) + BEGIN.length)}\n${table}\n${page.slice(page.indexOf(END))}`,
    );
  }
  if (process.argv.includes('--check')) {
    const faults = worsened(scores, recordedScores());
    if (faults.length > 0) {
      console.error(`The scan got worse:\n${faults.join('\n')}`);
      process.exitCode = 1;
    }
  }
}
