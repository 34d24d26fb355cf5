/**
 * Writes the table of ambiguous archives into `docs/container.md`: `npx node tools/container-table.ts`. With `--check` it only compares
 * and ends with 1 when the page is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AMBIGUITY_TYPES, type Ambiguity, type AmbiguityType, ambiguities } from '../e2e/fixtures/zip-ambiguities.ts';
import { containerView } from '../e2e/fixtures/zip-mutations.ts';
import { ask, availableOracles, ORACLES, type Oracle } from '../e2e/fixtures/zip-oracles.ts';

const PAGE = join(import.meta.dirname, '../docs/container.md');
const MARKS = { begin: '<!-- table: begin -->', end: '<!-- table: end -->' } as const;

/** Rows of one type that differ in a byte or a name only are counted, not listed. */
const LISTED_ROWS = 40;

interface Row extends Ambiguity {
  readonly ours: string;
  readonly twinPasses: boolean;
  readonly accepted: ReadonlySet<Oracle>;
}

async function rows(): Promise<readonly Row[]> {
  const all = ambiguities();
  const available = availableOracles();
  const missing = ORACLES.filter((oracle) => !available.includes(oracle));
  if (missing.length > 0) throw new Error(`the table needs ${missing.join(', ')} on this machine`);
  const seen = new Map<Oracle, readonly boolean[]>();
  for (const oracle of ORACLES) {
    const answers = await ask(
      oracle,
      all.map(({ bytes }) => bytes),
    );
    seen.set(
      oracle,
      answers.map(({ accepts }) => accepts),
    );
  }
  return Promise.all(
    all.map(async (one, index) => {
      const { findings } = await containerView(one.bytes);
      const twin = await containerView(one.twin);
      const ours = findings.map(({ rule }) => rule).join(' ') || 'accepted';
      const accepted = new Set(ORACLES.filter((oracle) => seen.get(oracle)?.[index]));
      return { ...one, ours, twinPasses: twin.findings.length === 0, accepted };
    }),
  );
}

function table(all: readonly Row[]): string {
  const types = Object.keys(AMBIGUITY_TYPES) as AmbiguityType[];
  const head = ['type', 'variants', 'refused here', 'twins that pass', ...ORACLES.map((oracle) => `${oracle} accepts`)];
  const counts = types.map((type) => {
    const mine = all.filter((row) => row.type === type);
    const refused = mine.filter(({ ours }) => ours !== 'accepted').length;
    const twins = mine.filter(({ twinPasses }) => twinPasses).length;
    const accepts = ORACLES.map((oracle) => mine.filter(({ accepted }) => accepted.has(oracle)).length);
    return [`${type} ${AMBIGUITY_TYPES[type]}`, mine.length, refused, twins, ...accepts];
  });
  const sum = counts.reduce<number[]>((total, row) => row.slice(1).map((n, i) => (total[i] ?? 0) + Number(n)), []);
  const parts = [lines([head, ...counts, ['all', ...sum]])];
  for (const type of types) {
    const mine = all.filter((row) => row.type === type);
    const listed = mine.length > LISTED_ROWS ? grouped(mine) : mine.map((row) => cells(row.variant, row));
    parts.push(`### ${type} ${AMBIGUITY_TYPES[type]}\n\n${lines([['variant', 'here', ...ORACLES], ...listed])}`);
  }
  return parts.join('\n\n');
}

function cells(variant: string, { ours, accepted }: Row): string[] {
  return [escaped(variant), ours, ...ORACLES.map((oracle) => (accepted.has(oracle) ? 'accepts' : '–'))];
}

/** Many variants of one kind: one line for each verdict. */
function grouped(mine: readonly Row[]): string[][] {
  const groups = Map.groupBy(mine, ({ ours }) => ours);
  return [...groups].map(([ours, group]) => [
    `${group.length} variants, such as ${escaped(group[0]?.variant ?? '')}`,
    ours,
    ...ORACLES.map((oracle) => {
      const count = group.filter(({ accepted }) => accepted.has(oracle)).length;
      return count === 0 ? '–' : `accepts ${count}`;
    }),
  ]);
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*');
}

function lines(cells: readonly (readonly (string | number)[])[]): string {
  const [head = [], ...body] = cells.map((row) => `| ${row.join(' | ')} |`);
  const rule = `|${'---|'.repeat(cells[0]?.length ?? 0)}`;
  return [head, rule, ...body].join('\n');
}

const page = readFileSync(PAGE, 'utf8');
const [before, rest] = page.split(MARKS.begin);
const after = rest?.split(MARKS.end)[1];
if (before === undefined || after === undefined) throw new Error('docs/container.md has no place for the table');
const made = `${before}${MARKS.begin}\n\n${table(await rows())}\n\n${MARKS.end}${after}`;
if (!process.argv.includes('--check')) writeFileSync(PAGE, made);
else if (made !== page) {
  console.error('docs/container.md is out of date: npx node tools/container-table.ts');
  process.exitCode = 1;
}
