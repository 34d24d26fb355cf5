import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listEvents, verifyChain } from '../database/events.ts';
import { openDatabase } from '../database/open.ts';
import { faultsOf } from '../durability/invariants.ts';
import { newLayout, openBench, removeLayouts, sampleRederive, sha256, take } from '../durability/sample.ts';
import { systemFiles } from '../files.ts';
import { backupDesk } from './backup.ts';
import { isBackupPath } from './backup-file.ts';
import { examine } from './doctor.ts';
import { DataLayout } from './layout.ts';
import { getSummary } from './packages.ts';
import { purgePackage } from './purge.ts';
import { sweep } from './recovery.ts';
import { restoreDesk } from './restore.ts';

afterAll(removeLayouts);

const PROFILE = '1111111111111111';
const options = { rederive: sampleRederive };

async function desk() {
  const bench = openBench();
  const { layout, db } = bench;
  const first = (await take(bench, bench.give('one.uaix', { 'a.md': 'alpha', 'b.md': 'beta' }))).archiveSha256 ?? '';
  const second = (await take(bench, bench.give('two.uaix', { 'a.md': 'gone' }))).archiveSha256 ?? '';
  await purgePackage(db, second, 1, 'ada (test)');
  writeFileSync(layout.policy, '{"version":1}');
  mkdirSync(layout.handoff);
  writeFileSync(join(layout.handoff, sha256('handed over')), 'handed over');
  mkdirSync(join(layout.generation(PROFILE, 1), '.uai'), { recursive: true });
  writeFileSync(join(layout.generation(PROFILE, 1), '.uai', 'totem.uai'), 'alpha');
  writeFileSync(layout.generationList(PROFILE, 1), '[]');
  writeFileSync(layout.currentPointer(PROFILE), 'generations/1\n');
  db.sql.exec(`INSERT INTO profiles VALUES ('${PROFILE}',1,'p','i','t','TT',0,1,'2031',NULL);
    INSERT INTO generations VALUES ('${PROFILE}',1,'${first}','','2031','a',1,'','${sha256('[]')}',0);
    INSERT INTO generation_files VALUES ('${PROFILE}',1,'.uai/totem.uai','${sha256('alpha')}',5)`);
  return { ...bench, first, second, file: join(dirname(layout.root), 'desk.backup.zip') };
}

/** What another program sees in the file. */
function listed(file: string): string[] {
  const script =
    'import zipfile,sys; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print("\\n".join(z.namelist()))';
  return execFileSync('python3', ['-c', script, file]).toString().trim().split('\n');
}

function rewrite(file: string, code: string): void {
  const script = `
import zipfile, sys, shutil
src = zipfile.ZipFile(sys.argv[1]); entries = [(i.filename, src.read(i)) for i in src.infolist()]; src.close()
${code}
with zipfile.ZipFile(sys.argv[1], 'w') as z:
    for name, data in entries: z.writestr(name, data)`;
  execFileSync('python3', ['-c', script, file]);
}

test('a backup of a desk in use holds what its rows name, and comes back elsewhere', async () => {
  const { db, layout, first, second, file } = await desk();
  const summary = await backupDesk(db, layout, file);
  expect(summary).toMatchObject({ entries: 6, omitted: [], events: 6 });
  expect(listed(file)).toEqual([
    'desk.sqlite',
    'policy.json',
    `handoff/${sha256('handed over')}`,
    `quarantine/${first}/package.uaix`,
    `profiles/${PROFILE}/generations/1.json`,
    `profiles/${PROFILE}/generations/1/.uai/totem.uai`,
    'backup.json',
  ]);
  expect(readdirSync(dirname(file)).sort()).toEqual(['data', 'desk.backup.zip', 'one.uaix', 'two.uaix']);

  const other = newLayout();
  const restored = await restoreDesk(file, other, options);
  expect(restored).toMatchObject({ packages: 2, events: 6, replaced: null, omitted: [] });
  const again = openDatabase(other);
  expect(faultsOf(again).filter((fault) => !fault.startsWith('pointer'))).toEqual([]);
  expect(getSummary(again, first)).toEqual(getSummary(db, first));
  expect(getSummary(again, second).state).toBe('purged');
  expect(verifyChain(again)).toMatchObject({ holds: true, events: 7 });
  expect(listEvents(again, { subject: null, search: '', before: 7, limit: 9 })).toEqual(
    listEvents(db, { subject: null, search: '', before: null, limit: 9 }),
  );
  expect((await examine(again, options)).filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(readFileSync(other.policy, 'utf8')).toBe('{"version":1}');
  expect(readFileSync(join(other.handoff, sha256('handed over')), 'utf8')).toBe('handed over');
  again.close();
  db.close();
});

test('restoring over a desk moves the old one aside, whole', async () => {
  const bench = await desk();
  const { db, layout, first, file } = bench;
  await backupDesk(db, layout, file);
  const third = (await take(bench, bench.give('three.uaix', { 'a.md': 'later' }))).archiveSha256 ?? '';
  db.close();
  const { replaced } = await restoreDesk(file, layout, options);
  const now = openDatabase(layout);
  expect(() => getSummary(now, third)).toThrow(/not-found/);
  expect(getSummary(now, first).state).toBe('in_review');
  expect(verifyChain(now).holds).toBe(true);
  now.close();
  const old = openDatabase(new DataLayout(replaced ?? ''));
  expect(getSummary(old, third).state).toBe('in_review');
  expect(faultsOf(old)).toEqual([]);
  old.close();
  expect(readdirSync(layout.root).filter((name) => name.startsWith('restoring'))).toEqual([]);
});

test('a desk in use is not replaced', async () => {
  const { db, layout, file } = await desk();
  await backupDesk(db, layout, file);
  await expect(restoreDesk(file, layout, options)).rejects.toThrow(/database-locked/);
  expect(verifyChain(db).holds).toBe(true);
  expect(readdirSync(layout.root).some((name) => name.startsWith('replaced'))).toBe(false);
  db.close();
  expect((await restoreDesk(file, layout, options)).replaced).not.toBeNull();
});

test('a damaged database is what one restores over', async () => {
  const { db, layout, file, first } = await desk();
  await backupDesk(db, layout, file);
  db.close();
  writeFileSync(layout.database, 'ruins '.repeat(1000));
  const { replaced } = await restoreDesk(file, layout, options);
  expect(readFileSync(join(replaced ?? '', 'desk.sqlite'), 'utf8')).toBe('ruins '.repeat(1000));
  const now = openDatabase(layout);
  expect(getSummary(now, first).state).toBe('in_review');
  now.close();
});

test.each([
  ['cut', (file: string) => truncateSync(file, 9_000)],
  ['no ZIP', (file: string) => writeFileSync(file, 'hello')],
  ['empty', (file: string) => writeFileSync(file, '')],
  ['without its list', (file: string) => rewrite(file, "entries = [e for e in entries if e[0] != 'backup.json']")],
  [
    'without an entry',
    (file: string) => rewrite(file, "entries = [e for e in entries if not e[0].startswith('quarantine')]"),
  ],
  [
    'with other bytes',
    (file: string) => rewrite(file, "entries = [(n, b'evil' if n.endswith('totem.uai') else d) for n, d in entries]"),
  ],
  [
    'with another entry',
    (file: string) => rewrite(file, "entries.append(('profiles/1111111111111111/generations/2/x', b'x'))"),
  ],
  [
    'with a name that leads out',
    (file: string) =>
      rewrite(file, "entries.insert(0, ('profiles/1111111111111111/generations/2/../../../../x', b'x'))"),
  ],
  ['with a name of its own', (file: string) => rewrite(file, "entries.insert(0, ('events.head', b'x'))")],
  ['with an entry twice', (file: string) => rewrite(file, 'entries.append(entries[1])')],
  [
    'with a database of nothing',
    (file: string) =>
      rewrite(
        file,
        `
import json, hashlib
bad = b'no database'
entries = [(n, bad if n == 'desk.sqlite' else d) for n, d in entries]
l = json.loads(dict(entries)['backup.json'])
for e in l['entries']:
    if e['path'] == 'desk.sqlite': e['sizeBytes'] = len(bad); e['sha256'] = hashlib.sha256(bad).hexdigest()
entries = [(n, json.dumps(l) if n == 'backup.json' else d) for n, d in entries]`,
      ),
  ],
])('a backup that is %s is refused, and nothing changes', async (_name, spoil) => {
  const { db, layout, file, first } = await desk();
  await backupDesk(db, layout, file);
  db.close();
  spoil(file);
  await expect(restoreDesk(file, layout, options)).rejects.toThrow(/damaged/);
  const now = openDatabase(layout);
  expect(getSummary(now, first).state).toBe('in_review');
  expect(faultsOf(now)).toEqual([]);
  now.close();
  expect(readdirSync(layout.root).some((name) => /^(replaced|restoring)/.test(name))).toBe(false);
  expect(existsSync(join(dirname(layout.root), 'x'))).toBe(false);
});

test('what is damaged already is named and left out; the rest is backed up', async () => {
  const { db, layout, file, first } = await desk();
  writeFileSync(layout.archive(first), 'rotten');
  rmSync(layout.generationList(PROFILE, 1));
  const { omitted, entries } = await backupDesk(db, layout, file);
  expect(omitted).toEqual([`quarantine/${first}/package.uaix`, `profiles/${PROFILE}/generations/1.json`]);
  expect(entries).toBe(4);
  const other = newLayout();
  expect((await restoreDesk(file, other, options)).omitted).toEqual(omitted);
});

test('a backup that cannot be written leaves the one before', async () => {
  const { db, layout, file } = await desk();
  await backupDesk(db, layout, file);
  const before = readFileSync(file);
  const full = {
    ...systemFiles,
    rename: () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    },
  };
  const other = openDatabase(layout, { files: full });
  await expect(backupDesk(other, layout, file)).rejects.toThrow('full');
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(dirname(file)).filter((name) => name.includes('.part'))).toEqual([]);
  await expect(backupDesk(db, layout, join(dirname(file), 'none', 'b.zip'))).rejects.toThrow();
});

test('only names that a backup has are accepted', () => {
  const digest = 'a'.repeat(64);
  const good = [
    'desk.sqlite',
    'policy.json',
    `quarantine/${digest}/package.uaix`,
    `profiles/${PROFILE}/generations/12.json`,
    `profiles/${PROFILE}/generations/12/.uai/a b.uai`,
  ];
  const bad = [
    '',
    'x',
    '/desk.sqlite',
    'desk.sqlite-wal',
    'events.head',
    `quarantine/${digest}/x`,
    `profiles/${PROFILE}/generations/0/a`,
    `profiles/${PROFILE}/generations/1/../x`,
    `profiles/${PROFILE}/generations/1//x`,
    `profiles/${PROFILE}/generations/1/a\\b`,
    `profiles/${PROFILE}/generations/1/c:x`,
    `profiles/../generations/1/x`,
    `profiles/${PROFILE}/generations/1/`,
  ];
  expect(good.filter((path) => !isBackupPath(path))).toEqual([]);
  expect(bad.filter(isBackupPath)).toEqual([]);
});

test('a restore that was killed leaves nothing for long', async () => {
  const { db, layout } = await desk();
  mkdirSync(join(layout.root, 'restoring-x', 'quarantine'), { recursive: true });
  execFileSync('touch', ['-d', '2020-01-01', join(layout.root, 'restoring-x')]);
  mkdirSync(join(layout.root, 'restoring-y'));
  expect(await sweep(db, layout)).toMatchObject({ removed: 1 });
  expect(readdirSync(layout.root).filter((name) => name.startsWith('restoring'))).toEqual(['restoring-y']);
});

test('what a backup that was killed left beside its file goes with a later one; what is younger or of others stays', async () => {
  const { db, layout, file } = await desk();
  const left = `${file}.0b9f8d5e-7a0d-4b52-9d3c-2f6f5f1c8a11.part`;
  const old = ['', '.sqlite', '.sqlite-wal', '.sqlite-shm', '.sqlite-journal'].map((end) => `${left}${end}`);
  const kept = [`${file}.part`, `${file}.notes.part`, `${left}.txt`, join(dirname(file), 'other.zip.part')];
  const young = `${file}.11111111-7a0d-4b52-9d3c-2f6f5f1c8a11.part`;
  for (const path of [...old, ...kept]) {
    writeFileSync(path, 'of somebody');
    utimesSync(path, 1, 1);
  }
  writeFileSync(young, 'being written');
  await backupDesk(db, layout, file);
  expect(old.filter((path) => existsSync(path))).toEqual([]);
  expect([...kept, young, file].filter((path) => !existsSync(path))).toEqual([]);
  db.close();
});
