import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyChain } from '../database/events.ts';
import { faultyFiles, newFault } from '../durability/faulty.ts';
import { systemFiles } from '../files.ts';
import { checkMessage } from '../inspect/spec04/check.ts';
import { examine } from '../quarantine/doctor.ts';
import { checkCopies } from './doctor.ts';
import {
  DECISION,
  namePlaces,
  type TestDesk,
  type TestFolders,
  testDesk,
  testFolders,
  workToTheEnd,
} from './testing.ts';

const TEXTS: Readonly<Record<string, string>> = { 'content/mill.md': '# Mill\n' };

function fill(folders: TestFolders): void {
  for (const [path, text] of Object.entries(TEXTS)) writeFileSync(join(folders.root, path), text);
}

/** Texts of all files below a folder. */
function textsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'));
}

/** Every handed-over text lies whole in its bucket or in the evidence folder: nothing is lost. */
function expectNothingLost({ content, improvement, evidence }: TestFolders): void {
  const kept = [content, improvement, evidence].flatMap(textsBelow);
  for (const text of Object.values(TEXTS)) expect(kept).toContain(text);
}

function openBroken(folders: TestFolders, fault: ReturnType<typeof newFault>): TestDesk | null {
  try {
    return testDesk(folders, { files: faultyFiles(systemFiles, fault) });
  } catch {
    return null;
  }
}

/** The run under a fault: it ends, or breaks off as a killed program does. */
async function runBroken(folders: TestFolders, fault: ReturnType<typeof newFault>): Promise<void> {
  const desk = openBroken(folders, fault);
  if (!desk) return;
  try {
    await workToTheEnd(desk);
  } catch {
    // Where it broke off is the subject of the test.
  } finally {
    desk.close();
  }
}

async function expectEndsWell(folders: TestFolders): Promise<void> {
  const desk = testDesk(folders);
  let [message] = desk.state().messages;
  if (!message) [message] = (await workToTheEnd(desk)).messages;
  expect(message?.complete).toBe(true);
  const { evidence, content, improvement } = folders;
  expect([readdirSync(content), readdirSync(improvement)]).toEqual([[], []]);
  const runs = readdirSync(evidence);
  expect(runs).toHaveLength(1);
  const bytes = readFileSync(join(evidence, runs[0] as string, 'message.json'));
  const checked = checkMessage(bytes, { path: 'message.json' });
  expect(checked.findings.map(({ rule }) => rule)).toEqual(['spec04/schema-patched']);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(message?.sha256);
  expect(checked.message?.body.fileOutcomes.map(({ path }) => path)).toEqual(Object.keys(TEXTS));
  expectNothingLost(folders);
  expect(verifyChain(desk.db).holds).toBe(true);
  desk.close();
}

/** The doctor puts right whatever lies in the folder of private copies an hour later. */
async function expectDoctorEndsIt(folders: TestFolders): Promise<void> {
  const desk = testDesk(folders);
  const copies = join(folders.root, 'data/handoff');
  for (const name of systemFiles.list(copies)) utimesSync(join(copies, name), 0, 0);
  await examine(desk.db, { handoff: checkCopies, repair: true });
  const left = (await checkCopies(desk.db)).filter(({ state }) => state !== 'ok');
  expect(left).toEqual([]);
  desk.close();
}

describe('a program that dies', () => {
  it('at any file operation of a run loses nothing, and the next start ends the run', {
    timeout: 600_000,
  }, async () => {
    const counting = newFault(0, 'EIO', false);
    const whole = testFolders();
    fill(whole);
    await runBroken(whole, counting);
    await expectEndsWell(whole);
    expect(counting.calls).toBeGreaterThan(60);

    const names = new Set<string>();
    for (let nth = 1; nth <= counting.calls; nth += 1) {
      const folders = testFolders();
      fill(folders);
      const fault = newFault(nth, 'EIO', true);
      await runBroken(folders, fault);
      expect(fault.hit.length).toBeGreaterThan(0);
      names.add(fault.hit[0] as string);
      expectNothingLost(folders);
      await expectEndsWell(folders);
    }
    for (const name of ['rename', 'remove', 'replace', 'open', 'file.write', 'file.sync', 'syncFolder', 'makeFolder']) {
      expect(names).toContain(name);
    }
  });
});

describe('a process that is killed with signal 9', () => {
  // Parts of the way through a run: taking, deciding, preserving, removing, finishing.
  it.each([0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97])('after %f of its file operations loses nothing', async (part) => {
    const counting = newFault(0, 'EIO', false);
    const whole = testFolders();
    fill(whole);
    await runBroken(whole, counting);

    const folders = testFolders();
    fill(folders);
    const victim = join(import.meta.dirname, 'victim-for-tests.ts');
    const nth = Math.trunc(counting.calls * part);
    const ran = spawnSync(process.execPath, [victim, folders.root, String(nth)], { encoding: 'utf8' });
    expect([ran.signal, ran.stderr]).toEqual(['SIGKILL', '']);
    expectNothingLost(folders);
    await expectDoctorEndsIt(folders);
    expectNothingLost(folders);
    await expectEndsWell(folders);
  });
});

describe('two desks on one bucket', () => {
  it('both take the file, one removes it, and the other says that it was not there any more', async () => {
    const folders = testFolders();
    writeFileSync(join(folders.content, 'mill.md'), '# Mill\n');
    const { content } = folders;
    const one = testDesk(folders, { data: 'one' });
    const other = testDesk(folders, { data: 'other' });
    const ready = async (desk: TestDesk) => {
      await desk.act(namePlaces(folders));
      await desk.act({ act: 'scan', phase: 'startup' });
      const [file] = (await desk.act({ act: 'take', path: 'content/mill.md' })).files;
      const { fileId, sha256 } = file as NonNullable<typeof file>;
      await desk.act({ act: 'view', fileId, sha256 });
      const version = () => desk.state().files[0]?.version ?? 0;
      await desk.act({ act: 'decide', fileId, version: version(), decision: DECISION });
      await desk.act({ act: 'preserve', fileId, version: version() });
      return { fileId, version };
    };
    const [first, second] = [await ready(one), await ready(other)];
    const ended = await Promise.allSettled([
      one.act({ act: 'remove', fileId: first.fileId, version: first.version() }),
      other.act({ act: 'remove', fileId: second.fileId, version: second.version() }),
    ]);
    expect(ended.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(existsSync(join(content, 'mill.md'))).toBe(false);
    const finished = [await one.act({ act: 'finish' }), await other.act({ act: 'finish' })];
    for (const state of finished) expect(state.messages[0]).toMatchObject({ complete: true, files: 1 });
    expect(textsBelow(folders.evidence).filter((text) => text === '# Mill\n')).toHaveLength(2);
    one.close();
    other.close();
  });
});
