/** Opening a desk for files that follow, and what is counted when they are inspected again. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { honestPackage } from '../../e2e/fixtures/hostile-packages.ts';
import { spawnChildInspector } from '../inspector/spawn-child.ts';
import { untilGone } from '../inspector/testing.ts';
import type { SpawnInspector } from '../inspector/transport.ts';
import { bundledPack } from '../packer/testing.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { resourcesFolder } from '../resources.ts';
import { type OpenDesk, type OpenDeskOptions, openDesk } from './open-desk.ts';
import { value } from './testing.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'uaix-opening-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(options: Partial<OpenDeskOptions> = {}): Promise<OpenDesk> {
  return openDesk({
    dataFolder: join(folder, 'data'),
    resourcesFolder: resourcesFolder(),
    door: 'command line',
    appVersion: '0.1.0',
    systemLanguage: 'en',
    ...options,
  });
}

/** Starts inspectors, and notes whether there was a database when each was started. */
function watchedSpawn() {
  const { database } = new DataLayout(join(folder, 'data'));
  const started: { readonly pid: number | undefined; readonly withDatabase: boolean }[] = [];
  const spawn: SpawnInspector = (place) => {
    const withDatabase = existsSync(database);
    const inspector = spawnChildInspector(place);
    started.push({ pid: inspector.pid, withDatabase });
    return inspector;
  };
  return { started, spawn };
}

async function takeIn(opened: OpenDesk): Promise<string> {
  const path = join(folder, 'package.uaix');
  writeFileSync(path, await honestPackage(bundledPack()));
  const [started] = value(await opened.desk.importFiles({ paths: [path] }));
  const ended = await opened.local.importEnd(started?.importId ?? '');
  expect(ended).toMatchObject({ stage: 'done', problem: null });
  return ended.archiveSha256 ?? '';
}

test('when files follow, one inspector starts before there is a database, and takes them', async () => {
  const { started, spawn } = watchedSpawn();
  const opened = await open({ spawnInspector: spawn, filesFollow: true });
  try {
    expect(opened.local.recorded(await takeIn(opened))).toMatchObject({ state: 'in_review', findings: [] });
    expect(started.map(({ withDatabase }) => withDatabase)).toEqual([false]);
  } finally {
    await opened.close();
  }
  await untilGone(...started.map(({ pid }) => pid));
});

test('without files to follow no inspector starts', async () => {
  const { started, spawn } = watchedSpawn();
  await (await open({ spawnInspector: spawn })).close();
  expect(started).toEqual([]);
});

test('a desk that does not open leaves no inspector', async () => {
  const { started, spawn } = watchedSpawn();
  writeFileSync(join(folder, 'data'), 'a file where the folder should be');
  await expect(open({ spawnInspector: spawn, filesFollow: true })).rejects.toThrow('data-folder-missing');
  expect(started).toHaveLength(1);
  await untilGone(...started.map(({ pid }) => pid));
});

test.each(['window', 'command line'] as const)(
  'what was decided in a review still counts when the package is inspected again (%s)',
  async (door) => {
    const opened = await open({ door });
    const { desk, local } = opened;
    try {
      const archive = await takeIn(opened);
      const { version, files } = value(await desk.getPackage({ archive }));
      const paths = files.slice(0, 2).map(({ path }) => path);
      value(await desk.decideFiles({ archive, version, paths, decision: 'approved', manner: 'single', note: null }));
      const [again] = value(await desk.retryPackage({ archive }));
      expect(await local.importEnd(again?.importId ?? '')).toMatchObject({ stage: 'done', problem: null });
      expect(local.recorded(archive)).toMatchObject({ filesDecided: 2, filesTotal: files.length });
    } finally {
      await opened.close();
    }
  },
);
