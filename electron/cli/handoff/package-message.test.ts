import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDesk } from '../../desk/open-desk.ts';
import { messageFile } from '../../inspect/spec04/testing.ts';
import { resourcesFolder } from '../../resources.ts';
import { type CommandLine, commandLine } from '../testing.ts';

const SAMPLES = join(import.meta.dirname, '../../../resources/samples');
const ANCHORS = ['.uai/totem.uai', '.uai/taboo.uai', '.uai/talisman.uai'];

async function imported(cli: CommandLine, file: string): Promise<string> {
  const ran = await cli.json('import', file);
  return String(ran.items[0]?.archiveSha256);
}

async function approved(cli: CommandLine, archive: string): Promise<void> {
  const { items } = await cli.json('show', archive);
  const files = (items[0] as any).files as { path: string }[];
  expect((await cli('review', archive, ...files.map(({ path }) => path), '--approve')).exitCode).toBe(0);
  await cli('acknowledge', archive, '--all', '--note', 'Looked at.');
}

async function messageOf(cli: CommandLine, archive: string): Promise<any> {
  expect((await cli('handoff', 'export', archive, '--package', '-o', 'p.json')).exitCode).toBe(0);
  const validated = await cli.json('handoff', 'validate', 'p.json');
  expect((validated.items[0]?.findings as any[]).map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ['spec04/schema-patched', ''],
  ]);
  return JSON.parse(readFileSync(join(cli.folder, 'p.json'), 'utf8'));
}

it('tells the import and the load of a package, and what became of its anchors', async () => {
  const cli = commandLine();
  const base = join(SAMPLES, 'marlow-persona');
  await cli('pack', base, '-o', 'one.uaix');
  await cli('pack', join(SAMPLES, 'updates/marlow-persona-2'), '--base', base, '-o', 'two.uaix');
  const one = await imported(cli, 'one.uaix');

  const waiting = await messageOf(cli, one);
  expect(waiting.body.intakeComplete).toBe(false);
  const { items } = await cli.json('show', one);
  const paths = ((items[0] as any).files as any[]).map(({ path }) => path);
  expect(waiting.body.fileManifest.map((file: any) => file.path)).toEqual(paths);
  expect(waiting.body.finalIntakeScan.sourceCopiesRemaining).toEqual(paths);
  expect(
    waiting.body.anchorEvidence.protectedSet.map(({ path, readOrder, present }: any) => [path, readOrder, present]),
  ).toEqual(ANCHORS.map((path, index) => [path, index + 1, true]));

  await approved(cli, one);
  expect((await cli('load', one)).exitCode).toBe(0);
  const loaded = await messageOf(cli, one);
  expect(loaded.body.intakeComplete).toBe(true);
  expect(loaded.body.fileOutcomes[0]).toMatchObject({ disposition: 'apply-now', processedOutcome: 'incorporated' });
  expect(loaded.body.anchorEvidence.mutation.requested).toBe(false);
  expect(loaded.message_id).toBe(waiting.message_id);

  const two = await imported(cli, 'two.uaix');
  const asked = (await messageOf(cli, two)).body.anchorEvidence;
  expect(asked.mutation).toMatchObject({ requested: true, governedChangeAuthorized: false });
  expect(asked.noOpReceipts).toMatchObject([{ anchorPath: '.uai/taboo.uai', outcome: 'no-op' }]);

  await approved(cli, two);
  expect((await cli('load', two, '--authorize', 'replace .uai/taboo.uai')).exitCode).toBe(0);
  const changed = (await messageOf(cli, two)).body.anchorEvidence;
  expect(changed.mutation).toMatchObject({
    requested: true,
    governedChangeAuthorized: true,
    priorVersionPreserved: true,
  });
  expect(changed.mutation.authorizationEvidence).toMatch(
    /^A person typed: replace \.uai\/taboo\.uai \(event \d+ [0-9a-f]{64}\)/,
  );
  expect(changed.mutation.rollbackEvidence).toContain('Generation 1 ');
  expect(changed.reload).toMatchObject({ required: true, approvedChangeGeneration: 2 });
});

it('tells the refusal of a package whose names no message may have', async () => {
  const cli = commandLine();
  const program = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as z:
    z.writestr(".uai/manifest.uaix.json", "{}")
    z.writestr("../escape.md", "x")
`;
  spawnSync('python3', ['-c', program, join(cli.folder, 'bad.uaix')]);
  const archive = await imported(cli, 'bad.uaix');
  const { body } = await messageOf(cli, archive);
  expect(body.intakeComplete).toBe(true);
  for (const outcome of body.fileOutcomes) expect(outcome.processedOutcome).toBe('rejected-with-reason');
  expect(JSON.stringify(body.fileManifest.map(({ path }: any) => path))).not.toContain('..');
});

it('finds the messages inside a package by their profile', async () => {
  const cli = commandLine();
  const folder = join(cli.folder, 'folder');
  cpSync(join(SAMPLES, 'marlow-persona'), folder, { recursive: true });
  mkdirSync(join(folder, 'evidence'), { recursive: true });
  writeFileSync(join(folder, 'evidence/good.json'), messageFile());
  writeFileSync(
    join(folder, 'evidence/bad.json'),
    messageFile((m) => {
      m.body.fileOutcomes.pop();
    }),
  );
  const source = join(folder, '.uai/manifest.uaix.json');
  const manifest = JSON.parse(readFileSync(source, 'utf8'));
  const like = manifest.files.find((file: any) => file.path === 'docs/first-lesson.md');
  for (const path of ['evidence/good.json', 'evidence/bad.json']) {
    manifest.files.push({ ...like, path, role: 'evidence', mediaType: 'application/json' });
  }
  writeFileSync(source, JSON.stringify(manifest));
  await cli('pack', folder, '-o', 'p.uaix', '--allow-no-op');
  const { items } = await cli.json('lint', 'p.uaix');
  const spec04 = (items[0]?.findings as any[]).filter(({ rule }) => rule.startsWith('spec04/'));
  expect(spec04.map(({ rule, path, pointer }) => [rule, path, pointer])).toEqual([
    ['spec04/outcome', 'evidence/bad.json', '/body/fileManifest/1/path'],
    ['spec04/schema-patched', 'evidence/bad.json', ''],
    ['spec04/schema-patched', 'evidence/good.json', ''],
  ]);
  expect(items[0]?.verdict).toBe('no_op');

  // In the window a message of a package opens as a story, and a refused one with its findings.
  const archive = await imported(cli, 'p.uaix');
  const opened = await openDesk({
    dataFolder: cli.dataFolder,
    resourcesFolder: resourcesFolder(),
    door: 'window',
    appVersion: '0.0.0',
    systemLanguage: 'en',
  });
  const good = await opened.desk.readHandoffMessage({ name: 'evidence/good.json', archive });
  const kinds = good.ok ? good.value.timeline.map(({ kind }) => kind) : [];
  const perFile = ['file', 'outcome', 'preserved', 'removed'];
  expect(kinds).toEqual(['live-scan', ...perFile, ...perFile, 'final-scan', 'anchor', 'anchor', 'anchor', 'complete']);
  const absent = await opened.desk.readHandoffMessage({ name: 'evidence/none.json', archive });
  expect(absent).toMatchObject({ ok: false, problem: { code: 'not-found' } });
  await opened.close();
});
