/** Texts read by real processes: the real inspector, and ones that do not do what they are asked. */
import { createHash } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { MOST_MARKS, maskedText, shownText } from '../inspect/shown-text.ts';
import { resourcesFolder } from '../resources.ts';
import { InspectorPool, type InspectorPoolOptions } from './pool.ts';
import { childInspector, spawnChildInspector } from './spawn-child.ts';
import { problemCode } from './testing.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'inspector-reading-')));
const outside = realpathSync(mkdtempSync(join(tmpdir(), 'inspector-outside-')));
const resources = resourcesFolder();
const shared = new InspectorPool({ spawn: spawnChildInspector, resources, readable: root });
const pools: InspectorPool[] = [];

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
afterAll(async () => {
  await shared.close();
  for (const folder of [root, outside]) rmSync(folder, { recursive: true, force: true });
});

// Not a key of anybody: the shape is what the scanner knows.
const SECRET = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

/** Lays bytes down as the quarantine does. */
function kept(bytes: Buffer | string, folder = root): { path: string; sha256: string; sizeBytes: number } {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const path = join(folder, sha256);
  writeFileSync(path, bytes);
  return { path, sha256, sizeBytes: Buffer.byteLength(bytes) };
}

/** A pool whose process runs a script of the test instead. */
function misbehaving(script: string, options: Partial<InspectorPoolOptions> = {}): InspectorPool {
  const entry = join(root, `${createHash('sha256').update(script).digest('hex').slice(0, 12)}.mjs`);
  writeFileSync(
    entry,
    `process.send({ type: 'ready', confined: true });
     const send = (message) => process.send(message);
     process.on('message', ({ job, ...asked }) => { ${script} });`,
  );
  const spawn = (place: Parameters<typeof childInspector>[0]) => childInspector(place, entry);
  const pool = new InspectorPool({ spawn, resources, readable: root, ...options });
  pools.push(pool);
  return pool;
}

describe('a text', () => {
  it('comes out masked and marked as it does in this process', async () => {
    const text = `Lamp\u200b room 💡\ntoken = ${SECRET}\nend\u202e\n`.repeat(200);
    const expected = await shownText(Buffer.from(text));
    const shown = await shared.read({ ...kept(text), marks: true });
    expect(shown).toEqual(expected);
    expect(shown?.text).not.toContain(SECRET);
    expect(shown?.text).toContain('💡');
    const compared = await shared.read({ ...kept(text), marks: false });
    expect(compared).toEqual({ text: expected?.text, encoding: null, marks: [] });
  });

  it('of another encoding says so; bytes that are none are none', async () => {
    const wide = Buffer.from('\ufeffA lamp in the room.\n', 'utf16le');
    const shown = await shared.read({ ...kept(wide), marks: true });
    expect(shown).toEqual({ text: 'A lamp in the room.\n', encoding: 'utf-16le', marks: [] });
    const noise = createHash('shake256', { outputLength: 5_000 }).update('noise').digest();
    expect(await shared.read({ ...kept(noise), marks: true })).toBeNull();
    expect(await shared.read({ ...kept(''), marks: true })).toEqual({ text: '', encoding: null, marks: [] });
  });

  it('of nothing but hidden characters has a bounded number of boxes that cover all of them', async () => {
    const text = 'a\u200b'.repeat(MOST_MARKS + 1_000);
    const shown = await shared.read({ ...kept(text), marks: true });
    expect(shown?.marks).toHaveLength(MOST_MARKS + 1);
    expect(shown?.marks.at(-1)).toMatchObject({ from: 2 * MOST_MARKS + 1, to: text.length, kind: 'invisible' });
  });

  it('with other bytes than its digest says, or without bytes, is damaged', async () => {
    const file = kept('as it was\n');
    writeFileSync(file.path, 'as it is\n');
    expect(await problemCode(shared.read({ ...file, marks: true }))).toBe('damaged changed');
    rmSync(file.path);
    expect(await problemCode(shared.read({ ...file, marks: true }))).toBe('damaged missing');
    expect((await shared.read({ ...kept('whole\n'), marks: true }))?.text).toBe('whole\n');
  });

  it('outside the folders of the process cannot be read', async () => {
    expect(await problemCode(shared.read({ ...kept('private\n', outside), marks: true }))).toBe('permission-denied');
  });
});

describe('a search', () => {
  it('finds lines of masked texts, in the order of the files, and stops at the most asked for', async () => {
    const files = [kept('One lamp\nno\nTwo LAMPS\r\n'), kept(`key ${SECRET}\n`), kept('lamp')].map(
      ({ sha256 }) => sha256,
    );
    const found = (words: string, most: number) => shared.search({ folder: root, files, words, most });
    expect(await found('lamp', 10)).toEqual([
      { file: 0, line: 1, excerpt: 'One lamp' },
      { file: 0, line: 3, excerpt: 'Two LAMPS' },
      { file: 2, line: 1, excerpt: 'lamp' },
    ]);
    expect(await found('lamp', 2)).toHaveLength(2);
    expect(await found(SECRET, 10)).toEqual([]);
    expect(await maskedText(Buffer.from(`key ${SECRET}\n`))).toContain('key ghp_•');
  });

  it('names the file that is damaged', async () => {
    const file = kept('here\n');
    rmSync(file.path);
    const search = shared.search({ folder: root, files: [file.sha256], words: 'here', most: 1 });
    expect(await problemCode(search)).toBe('damaged missing');
  });
});

describe('a process that fails', () => {
  const job = () => ({ ...kept('Lamp room\n'), marks: true });

  it.each([
    ['dies', 'process.exit(7);', 'inspector-crashed exit 7'],
    ['says nothing', '', 'inspector-timeout'],
    ['loops', 'for (;;) {}', 'inspector-timeout'],
    [
      'gives more text than the file has',
      `send({ type: 'piece', job, text: 'x'.repeat(100) });`,
      'inspector-crashed bad-message',
    ],
    ['answers a reading with hits', `send({ type: 'hits', job, hits: [] });`, 'inspector-crashed bad-message'],
    [
      'answers another reading',
      `send({ type: 'text', job: job + 1, isText: false, encoding: null });`,
      'inspector-crashed bad-message',
    ],
  ])('because it %s ends in a problem, and shows nothing', async (_what, script, code) => {
    expect(await problemCode(misbehaving(script, { timeLimitMs: 500 }).read(job()))).toBe(code);
  });

  it('is given up when the person does not wait for it', async () => {
    const controller = new AbortController();
    const pool = misbehaving('');
    await pool.warm();
    const reading = pool.read(job(), { signal: controller.signal });
    controller.abort();
    expect(await problemCode(reading)).toBe('cancelled');
  });

  it('is replaced for the next text', async () => {
    await shared.warm();
    const { pid } = shared;
    process.kill(pid ?? 0, 'SIGKILL');
    while (shared.pid === pid) await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await shared.read(job()))?.text).toBe('Lamp room\n');
  });
});
