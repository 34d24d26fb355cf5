import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inspectArchive } from '../../electron/inspect/inspect.ts';
import { currentFormatPack } from '../../electron/inspector/format-packs.ts';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { bench } from './bench.ts';
import { median, type Row, rowOf, runInTurn } from './contest.ts';
import { INPUT_NAMES, packageOf } from './inputs.ts';
import { HELP, readOptions } from './options.ts';
import { rowsTable, targetsTable } from './table.ts';
import { judge, TARGETS } from './targets.ts';
import { GENRES, textOf } from './texts.ts';

const pack = currentFormatPack(join(import.meta.dirname, '../../resources'));

/** SHA-256 of each small input's manifest, which names the digest of every file; worked out with unzip and sha256sum. */
const MANIFESTS: Readonly<Record<string, string>> = {
  'small-5000': '13ca7f94b1a5dea5e95a8d6b39f06a147ada0b564f92a9453185706be0e5ab2c',
  'small-500': '722842eefc1a60ac060e4c9266a97b39543d32280e4c710738eac07d39fb66c0',
  'large-50': '6acfad8c214c38dd3e0281968e9fe4466a0eef9a9713398578be03de63414318',
  persona: '5fa26505ca1cf2bb83a4a6db789b97503531475c2dbf053b06ab671fc12c7486',
  limits: '6abb1ef53c6e62ce464c28f115e3ebea59cd249ccb5b94320d449b67608faa28',
};

describe('inputs', () => {
  it.each(INPUT_NAMES)('%s is the same each time', (name) => {
    const bytes = packageOf(name, 'quick').manifestBytes() ?? '';
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(MANIFESTS[name]);
  });

  it.each(INPUT_NAMES)('%s is a package that nothing is said against', async (name) => {
    const archive = await packageOf(name, 'quick').toArchive();
    const report = await inspectArchive(archive, { fileName: `${name}.uaix`, limits: DEFAULT_LIMITS, pack });
    expect(report.findings).toEqual([]);
    expect(report.files.length).toBeGreaterThanOrEqual(20);
  });

  it('has another text in every added file of the next edition, and the same in the others', () => {
    const [first, second] = [packageOf('persona', 'quick'), packageOf('persona', 'quick', 2)];
    const changed = [...first.files].filter(([path, bytes]) => !second.files.get(path)?.equals(bytes));
    expect([...second.files.keys()]).toEqual([...first.files.keys()]);
    expect(changed.map(([path]) => path)).toEqual(
      [...first.files.keys()].filter((path) => path.startsWith('docs/part-')),
    );
  });

  it.each(GENRES.map(({ genre }) => genre))('writes %s up to a size, and JSON whole', (genre) => {
    const text = textOf(genre, 8_192, 7);
    expect(text.length).toBeLessThanOrEqual(8_192);
    expect(text.length).toBeGreaterThan(7_000);
    if (genre === 'json') expect(JSON.parse(text.toString()).entries.length).toBeGreaterThan(10);
  });
});

describe('a contest', () => {
  it('runs in turn and tells medians', async () => {
    const order: string[] = [];
    const contestant = (id: string, wallMs: number) => ({
      id,
      what: id,
      run: async (round: number) => {
        order.push(`${id}${round}`);
        return { wallMs: wallMs * round, cpuMs: id === 'a' ? 1 : null };
      },
    });
    const contest = { name: 'one', about: 'One', contestants: [contestant('a', 1), contestant('b', 10)] };
    const rows = await runInTurn(contest, 3, () => {});
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
    expect(rows.map(({ id, wallMs, cpuMs }) => [id, wallMs, cpuMs])).toEqual([
      ['a', 2, 1],
      ['b', 20, null],
    ]);
  });

  it('takes the middle of an odd and of an even number', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 2, 100])).toBe(3);
    expect(() => median([])).toThrow(RangeError);
  });
});

describe('targets', () => {
  const row = (contest: string, id: string, wallMs: number, helperMiB: number | null = null): Row =>
    rowOf({ contest, id, about: '', what: id }, [{ wallMs, cpuMs: wallMs / 2 }], { ownMiB: 1, helperMiB });

  it('compare rows, files with files, and bounds', () => {
    const rows = [
      row('start', 'help', 30),
      row('start', 'node', 20),
      row('inspect/small-5000', 'warm', 2_800),
      row('inspect/small-500', 'warm', 200),
      row('inspect/limits', 'lint', 1, 299),
      row('block', 'twenty', 51),
    ];
    const judged = judge(rows).filter(({ met }) => met !== null);
    expect(judged.map(({ text, value, unit, met }) => [text, value, unit, met])).toEqual([
      ['inspection, cost of a file at 5 000 / at 500', 1.4, '×', false],
      ['inspector memory at the limits', 299, 'MiB', true],
      ['uaix --help / node -e 0', 1.5, '×', true],
      ['longest block of the main process, 20 packages', 51, 'ms', false],
    ]);
  });

  it('say of rows that are not there that they were not measured', () => {
    expect(judge([]).every(({ value, met }) => value === null && met === null)).toBe(true);
    expect(targetsTable(judge([])).match(/not measured/g)).toHaveLength(TARGETS.length);
  });
});

describe('words', () => {
  it('are read, and wrong ones named', () => {
    const words = ['--quick', '--only', 'queue', '--only', 'chain', '--json', 'out.json'];
    expect(readOptions(words)).toMatchObject({ quick: true, runs: 1, only: ['queue', 'chain'], json: 'out.json' });
    expect(readOptions([])).toMatchObject({ quick: false, runs: 5, only: [], json: null, inputs: null });
    expect(() => readOptions(['--only', 'nothing'])).toThrow(/--only knows .*queue.* not nothing/);
    expect(() => readOptions(['--runs', '0'])).toThrow(/--runs/);
    expect(() => readOptions(['--fast'])).toThrow(/--fast/);
    expect(HELP).toContain('--inputs DIR');
  });
});

describe('a run', () => {
  it('measures, tells every row in the table and in JSON, and leaves nothing behind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const json = join(folder, 'result.json');
    const words = ['--quick', '--only', 'queue', '--only', 'chain', '--json', json, '--inputs', folder];
    let [printed, said] = ['', ''];
    const result = await bench(
      readOptions(words),
      (text) => {
        printed += text;
      },
      (line) => {
        said += `${line}\n`;
      },
    );
    expect(JSON.parse(readFileSync(json, 'utf8'))).toEqual(JSON.parse(JSON.stringify(result)));
    expect(result.rows.map(({ contest, id }) => `${contest} ${id}`)).toEqual([
      'queue short',
      'queue long',
      'chain append-short',
      'chain verify-short',
      'chain append-long',
      'chain verify-long',
    ]);
    for (const { what, runs, wallMs } of result.rows) {
      expect(rowsTable(result.rows)).toContain(what);
      expect(printed).toContain(what);
      expect(runs).toHaveLength(1);
      expect(wallMs).toBeGreaterThan(0);
    }
    for (const { text } of result.targets) expect(printed).toContain(text);
    expect(said).toContain('queue: 1 of 1');
  }, 180_000);
});
