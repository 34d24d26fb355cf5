import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Files, systemFiles } from '../files.ts';
import { ProblemError } from '../problem.ts';
import { type CopyOptions, copySource, copySourceAhead } from './copy.ts';

const folder = mkdtempSync(join(tmpdir(), 'uaix-copy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let number = 0;

function place(bytes: Buffer | string = 'alpha'): { source: string; target: string; room: string } {
  number += 1;
  const room = join(folder, String(number));
  mkdirSync(room);
  const source = join(folder, `source-${number}.uaix`);
  writeFileSync(source, bytes);
  return { source, target: join(room, 'package.uaix'), room };
}

async function copy(source: string, target: string, options: Partial<CopyOptions> = {}) {
  return await copySource(source, target, {
    limitBytes: 10_000_000,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...options,
  });
}

async function problem(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => null,
    (thrown: unknown) => {
      if (thrown instanceof ProblemError) return thrown.problem;
      throw thrown;
    },
  );
}

/** The system's files, with something happening after the nth read. */
function filesWith(nth: number, happen: () => void): Files {
  let reads = 0;
  return {
    ...systemFiles,
    async open(path, flags, mode) {
      const file = await systemFiles.open(path, flags, mode);
      return {
        ...file,
        read: async (buffer) => {
          const length = await file.read(buffer);
          reads += 1;
          if (reads === nth) happen();
          return length;
        },
      };
    },
  };
}

test('copies, hashes, tells its progress, and is private', async () => {
  const bytes = Buffer.alloc(2_500_000, 'uaix');
  const { source, target, room } = place(bytes);
  const told: number[][] = [];
  const copied = await copy(source, target, { onProgress: (done, total) => told.push([done, total]) });
  const sum = execFileSync('sha256sum', [target]).toString().slice(0, 64);
  expect(copied).toEqual({ sha256: sum, sizeBytes: 2_500_000 });
  expect(readFileSync(target).equals(bytes)).toBe(true);
  expect(told).toEqual([
    [1_048_576, 2_500_000],
    [2_097_152, 2_500_000],
    [2_500_000, 2_500_000],
  ]);
  expect(readdirSync(room)).toEqual(['package.uaix']);
  expect(statSync(target).mode & 0o777).toBe(0o600);
});

test('an empty file is a file', async () => {
  const { source, target } = place('');
  expect(await copy(source, target)).toEqual({
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    sizeBytes: 0,
  });
});

test('a link to a file is followed; one to nowhere, to itself or to a folder is told', async () => {
  const { source, target, room } = place();
  const link = (to: string): string => {
    number += 1;
    const path = join(folder, `link-${number}.uaix`);
    symlinkSync(to, path);
    return path;
  };
  expect((await copy(link(source), target)).sizeBytes).toBe(5);
  const nowhere = link(join(folder, 'none'));
  expect(await problem(copy(nowhere, target))).toEqual({ code: 'source-missing', values: { path: nowhere } });
  const toFolder = link(room);
  expect(await problem(copy(toFolder, target))).toEqual({ code: 'source-folder', values: { path: toFolder } });
  const loop = join(folder, 'loop.uaix');
  symlinkSync(loop, loop);
  expect(await problem(copy(loop, target))).toEqual({
    code: 'source-unreadable',
    values: { path: loop, system: 'ELOOP' },
  });
});

test('fifo, socket, device and folder are told without being opened', async () => {
  const { target } = place();
  const fifo = join(folder, 'pipe.uaix');
  execFileSync('mkfifo', [fifo]);
  expect(await problem(copy(fifo, target))).toEqual({ code: 'source-special', values: { path: fifo, kind: 'fifo' } });
  expect(await problem(copy('/dev/null', target))).toEqual({
    code: 'source-special',
    values: { path: '/dev/null', kind: 'device' },
  });
  const socket = join(folder, 's.uaix');
  const server = createServer().listen(socket);
  await new Promise((resolve) => server.on('listening', resolve));
  expect(await problem(copy(socket, target))).toEqual({
    code: 'source-special',
    values: { path: socket, kind: 'socket' },
  });
  server.close();
  const named = join(folder, 'folder.uaix');
  mkdirSync(named);
  expect(await problem(copy(named, target))).toEqual({ code: 'source-folder', values: { path: named } });
});

test('too large by its size, and too large because it grows', async () => {
  const { source, target, room } = place(Buffer.alloc(101));
  expect(await problem(copy(source, target, { limitBytes: 100 }))).toEqual({
    code: 'source-too-large',
    values: { path: source, limit: 100, size: 101 },
  });
  const files = filesWith(1, () => appendFileSync(source, Buffer.alloc(50)));
  expect(await problem(copy(source, target, { limitBytes: 120, files }))).toMatchObject({ code: 'source-too-large' });
  expect(readdirSync(room)).toEqual([]);
});

test.each([
  ['grows', (path: string) => appendFileSync(path, 'x')],
  ['shrinks', (path: string) => truncateSync(path, 1_500_000)],
  [
    'is rewritten',
    (path: string) => {
      writeFileSync(path, Buffer.alloc(2_000_000, 1));
      utimesSync(path, 1, 1);
    },
  ],
])('a source that %s while it is read is refused', async (_name, change) => {
  const { source, target, room } = place(Buffer.alloc(2_000_000));
  const files = filesWith(1, () => change(source));
  expect(await problem(copy(source, target, { files }))).toEqual({
    code: 'source-unreadable',
    values: { path: source, system: 'CHANGED' },
  });
  expect(readdirSync(room)).toEqual([]);
});

test('a source that is swapped between the look and the opening is refused', async () => {
  const { source, target } = place();
  const other = place('other').source;
  const files: Files = {
    ...systemFiles,
    open: (path, flags, mode) => systemFiles.open(path === source ? other : path, flags, mode),
  };
  expect(await problem(copy(source, target, { files }))).toMatchObject({
    code: 'source-unreadable',
    values: { system: 'CHANGED' },
  });
});

test.skipIf(process.getuid?.() === 0)('a file without rights is unreadable', async () => {
  const { source, target } = place();
  chmodSync(source, 0);
  expect(await problem(copy(source, target))).toEqual({
    code: 'source-unreadable',
    values: { path: source, system: 'EACCES' },
  });
});

test('cancelling stops within a chunk and leaves nothing', async () => {
  const { source, target, room } = place(Buffer.alloc(5_000_000));
  const abort = new AbortController();
  const told: number[] = [];
  const onProgress = (done: number): void => {
    told.push(done);
    abort.abort();
  };
  expect(await problem(copy(source, target, { signal: abort.signal, onProgress }))).toMatchObject({
    code: 'cancelled',
  });
  expect(told).toEqual([1_048_576]);
  expect(readdirSync(room)).toEqual([]);
});

test('what a killed attempt left is replaced', async () => {
  const { source, target, room } = place();
  writeFileSync(`${target}.part`, 'half');
  await copy(source, target);
  expect(readFileSync(target, 'utf8')).toBe('alpha');
  expect(readdirSync(room)).toEqual(['package.uaix']);
});

test('a copy that goes ahead has its name before it is on the disk, and says when it is', async () => {
  const { source, target, room } = place(Buffer.alloc(2_500_000, 'uaix'));
  const calls: string[] = [];
  const { promise: synced, resolve: letSync } = Promise.withResolvers<void>();
  const files: Files = {
    ...systemFiles,
    async open(path, flags, mode) {
      const file = await systemFiles.open(path, flags, mode);
      const sync = async (): Promise<void> => {
        await synced;
        calls.push('file');
      };
      return { ...file, sync };
    },
    syncFolder: (path) => calls.push(path),
  };
  const options = { limitBytes: 10_000_000, signal: new AbortController().signal, onProgress: () => {}, files };
  const copied = await copySourceAhead(source, target, options);
  expect(readdirSync(room)).toEqual(['package.uaix']);
  expect(readFileSync(target).equals(readFileSync(source))).toBe(true);
  expect(calls).toEqual([]);
  letSync();
  await copied.synced;
  expect(calls).toEqual(['file', room]);
  expect(copied).toMatchObject({ sizeBytes: 2_500_000, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test('a copy that goes ahead tells what the disk refused, of its bytes and of its name', async () => {
  const refused = Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
  const refusing = (part: 'sync' | 'syncFolder'): Files => ({
    ...systemFiles,
    async open(path, flags, mode) {
      const file = await systemFiles.open(path, flags, mode);
      return part === 'sync' ? { ...file, sync: () => Promise.reject(refused) } : file;
    },
    syncFolder(path) {
      if (part === 'syncFolder') throw refused;
      systemFiles.syncFolder(path);
    },
  });
  for (const part of ['sync', 'syncFolder'] as const) {
    const { source, target } = place();
    const options = { limitBytes: 100, signal: new AbortController().signal, onProgress: () => {} };
    const { synced } = await copySourceAhead(source, target, { ...options, files: refusing(part) });
    expect(await problem(synced)).toMatchObject({ code: 'io' });
  }
});
