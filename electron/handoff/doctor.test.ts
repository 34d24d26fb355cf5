import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DoctorRow, examine } from '../quarantine/doctor.ts';
import { checkCopies } from './doctor.ts';
import { DECISION, namePlaces, type TestDesk, testDesk, testFolders, workToTheEnd } from './testing.ts';

/** printf '# Mill\n' | sha256sum; printf '# Well\n' | sha256sum */
const MILL = '27782d1582b38c2f5d970c8834a8d8ed45848d430aa8b2bb8fc346936d91a393';
const WELL = 'b3949d8242ca081c11634f2063d59f61e369f53592d3071bb1144a69564ac8e2';
const UNFINISHED = '0b9f8d5e-7a0d-4b52-9d3c-2f6f5f1c8a11.taking';

/** A desk that has taken in `content/mill.md`. */
async function desk() {
  const folders = testFolders();
  const source = join(folders.content, 'mill.md');
  writeFileSync(source, '# Mill\n');
  const opened = testDesk(folders);
  await opened.act(namePlaces(folders));
  await opened.act({ act: 'scan', phase: 'startup' });
  await opened.act({ act: 'take', path: 'content/mill.md' });
  const copies = join(folders.root, 'data/handoff');
  return { ...opened, source, copies, copy: join(copies, MILL) };
}

async function look({ db }: TestDesk, repair = false): Promise<readonly DoctorRow[]> {
  const rows = await examine(db, { handoff: checkCopies, repair });
  return rows.filter(({ check }) => check === 'handoff');
}

async function told(of: TestDesk, repair = false): Promise<string[]> {
  const rows = await look(of, repair);
  return rows.map(({ state, detail, repairable }) => `${state} ${detail}${repairable ? ' (repairable)' : ''}`);
}

/** Long before any program that still runs. */
function makeOld(path: string): void {
  utimesSync(path, new Date('2020-01-01'), new Date('2020-01-01'));
}

async function preserve(of: TestDesk): Promise<void> {
  const file = () => of.state().files[0] ?? expect.fail('no file');
  const { fileId, sha256 } = file();
  await of.act({ act: 'view', fileId, sha256 });
  await of.act({ act: 'decide', fileId, version: file().version, decision: DECISION });
  await of.act({ act: 'preserve', fileId, version: file().version });
}

describe('copies that a record needs', () => {
  it('are whole: one row says how many; none before the first file', async () => {
    const empty = testDesk(testFolders());
    expect(await look(empty)).toMatchObject([{ detail: 'handoff-whole', values: { number: 0 } }]);
    empty.close();
    const opened = await desk();
    expect(await look(opened)).toMatchObject([{ state: 'ok', detail: 'handoff-whole', values: { number: 1 } }]);
    expect(readdirSync(opened.copies)).toEqual([MILL]);
    opened.close();
  });

  it.each<[string, (path: string) => void]>([
    ['missing', (path) => rmSync(path)],
    ['changed', (path) => writeFileSync(path, '# Mill, changed\n')],
  ])('one that is %s is made again from the bucket', async (word, damage) => {
    const opened = await desk();
    damage(opened.copy);
    expect(await told(opened)).toEqual([`warning handoff-${word} (repairable)`]);
    expect(await look(opened, true)).toMatchObject([
      { state: 'ok', repaired: true, subject: MILL, values: { path: 'content/mill.md' } },
    ]);
    expect(readFileSync(opened.copy, 'utf8')).toBe('# Mill\n');
    expect(readdirSync(opened.copies)).toEqual([MILL]);
    expect(readFileSync(opened.source, 'utf8')).toBe('# Mill\n');
    expect(await told(opened)).toEqual(['ok handoff-whole']);
    opened.close();
  });

  it('is made again from the evidence folder when the bucket has other bytes by now', async () => {
    const opened = await desk();
    await preserve(opened);
    writeFileSync(opened.source, 'other\n');
    rmSync(opened.copy);
    expect(await look(opened, true)).toMatchObject([{ state: 'ok', repaired: true }]);
    expect(readFileSync(opened.copy, 'utf8')).toBe('# Mill\n');
    opened.close();
  });

  it('is named only, when nobody else has its bytes', async () => {
    const opened = await desk();
    writeFileSync(opened.source, 'other\n');
    writeFileSync(opened.copy, '# Mill, changed\n');
    expect(await told(opened, true)).toEqual(['damaged handoff-changed']);
    expect(readFileSync(opened.copy, 'utf8')).toBe('# Mill, changed\n');
    expect(readdirSync(opened.copies)).toEqual([MILL]);
    opened.close();
  });

  it('is not made from a file that becomes another one meanwhile', async () => {
    const opened = await desk();
    rmSync(opened.copy);
    const [found] = await checkCopies(opened.db);
    writeFileSync(opened.source, 'other\n');
    expect(await found?.repair?.()).toBe(false);
    expect(readdirSync(opened.copies)).toEqual([]);
    opened.close();
  });

  it('are none after a run whose evidence is proven: the copy may be there or not', async () => {
    const folders = testFolders();
    writeFileSync(join(folders.content, 'mill.md'), '# Mill\n');
    const opened = testDesk(folders);
    await workToTheEnd(opened);
    const whole = [{ state: 'ok', detail: 'handoff-whole', values: { number: 0 } }];
    expect(await look(opened)).toMatchObject(whole);
    rmSync(join(folders.root, 'data/handoff', MILL));
    expect(await look(opened)).toMatchObject(whole);
    opened.close();
  });
});

describe('what else lies in the folder', () => {
  it.each([UNFINISHED, `${UNFINISHED}.part`, `${UNFINISHED}.4711-7c1c8b9e-6c55-4a55-8f10-8de2f2f0a111.part`])(
    '%s is a left-over once nobody can be working on it',
    async (name) => {
      const opened = await desk();
      const path = join(opened.copies, name);
      writeFileSync(path, '# Mi');
      expect(await told(opened, true)).toEqual(['ok handoff-whole']);
      expect(existsSync(path)).toBe(true);
      makeOld(path);
      expect(await told(opened)).toEqual(['ok handoff-whole', 'warning handoff-left (repairable)']);
      expect(await look(opened, true)).toMatchObject([{}, { state: 'ok', repaired: true, subject: path }]);
      expect(readdirSync(opened.copies)).toEqual([MILL]);
      opened.close();
    },
  );

  it('is no concern of this program: neither the doctor nor a scan removes it, however old it is', async () => {
    const opened = await desk();
    const strange = ['how.taking.works.md', 'notes.md', WELL];
    for (const name of strange) writeFileSync(join(opened.copies, name), 'of a person\n');
    mkdirSync(join(opened.copies, 'folder'));
    for (const name of readdirSync(opened.copies)) makeOld(join(opened.copies, name));
    expect(await told(opened, true)).toEqual(['ok handoff-whole', ...Array(4).fill('warning handoff-stray')]);
    await opened.act({ act: 'scan', phase: 'loop' });
    expect(readdirSync(opened.copies).sort()).toEqual([MILL, ...strange, 'folder'].sort());
    opened.close();
  });

  it('is the copy of a file that was changed and taken in anew: no fault, and never removed', async () => {
    const opened = await desk();
    writeFileSync(opened.source, '# Well\n');
    await opened.act({ act: 'scan', phase: 'loop' });
    await opened.act({ act: 'take', path: 'content/mill.md' });
    expect(await look(opened, true)).toMatchObject([
      { state: 'ok', detail: 'handoff-whole', values: { number: 1 } },
      { state: 'ok', detail: 'handoff-kept', subject: opened.copy },
    ]);
    expect(readdirSync(opened.copies).sort()).toEqual([MILL, WELL]);
    opened.close();
  });
});
