/** The pool with real processes: the real inspector, and ones that misbehave in every way a process can. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildPackage, zipOf } from '../../e2e/fixtures/package-builder.ts';
import { ratioBomb } from '../../e2e/fixtures/zip-bombs.ts';
import { zip } from '../../e2e/fixtures/zip-writer.ts';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { inspectArchive } from '../inspect/inspect.ts';
import { resourcesFolder } from '../resources.ts';
import { CURRENT_PACK, readFormatPacks } from './format-packs.ts';
import { InspectorPool, type InspectorPoolOptions } from './pool.ts';
import { childInspector, spawnChildInspector } from './spawn-child.ts';
import { isRunning, problemCode, untilGone } from './testing.ts';

const resources = resourcesFolder();
const root = realpathSync(mkdtempSync(join(tmpdir(), 'inspector-pool-')));
const outside = realpathSync(mkdtempSync(join(tmpdir(), 'inspector-outside-')));
const honest = join(root, 'honest.uaix');
const large = join(root, 'large.uaix');
const bomb = join(root, 'bomb.uaix');
const pools: InspectorPool[] = [];
/** For every test that does not end its process: a start takes longer than a job. */
const shared = new InspectorPool({ spawn: spawnChildInspector, resources, readable: root, writable: root });

function poolOf(options: Partial<InspectorPoolOptions> = {}): InspectorPool {
  const pool = new InspectorPool({ spawn: spawnChildInspector, resources, readable: root, writable: root, ...options });
  pools.push(pool);
  return pool;
}

/** A pool whose process runs a script of the test. `ready` and `send` are given to it. */
function misbehaving(script: string, options: Partial<InspectorPoolOptions> = {}): InspectorPool {
  const entry = join(root, `${createHash('sha256').update(script).digest('hex').slice(0, 12)}.mjs`);
  const prelude = `
    const send = (message) => process.send(message);
    const ready = () => send({ type: 'ready', confined: true });
    const onJob = (listener) => process.on('message', (message) => listener(message));
  `;
  writeFileSync(entry, `${prelude}\n${script}`);
  return poolOf({ spawn: (place) => childInspector(place, entry), ...options });
}

const job = (archivePath = honest, stagingFolder: string | null = null) => ({
  archivePath,
  fileName: 'package.uaix',
  stagingFolder,
  limits: DEFAULT_LIMITS,
});

beforeAll(async () => {
  writeFileSync(honest, await zipOf(buildPackage().contents()));
  writeFileSync(bomb, ratioBomb(64));
  const entries = Array.from({ length: 3_000 }, (_, i) => ({ name: `f${i}.md`, data: `File ${i}.\n`.repeat(50) }));
  writeFileSync(large, zip({ entries }));
});

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

afterAll(async () => {
  await shared.close();
  for (const folder of [root, outside]) rmSync(folder, { recursive: true, force: true });
});

describe('the inspector process', () => {
  it('gives the same report as an inspection in this process, and unpacks by digest', async () => {
    const staging = join(root, 'staging');
    const unpacked = new Map<string, Buffer>();
    const pack = readFormatPacks(resources).get(CURRENT_PACK);
    if (pack === undefined) throw new Error('no pack');
    const expected = await inspectArchive(readFileSync(honest), {
      fileName: 'package.uaix',
      limits: DEFAULT_LIMITS,
      pack,
      sink: (sha256, bytes) => unpacked.set(sha256, Buffer.from(bytes)),
    });
    const progress: (readonly [number, number])[] = [];
    const report = await shared.inspect(job(honest, staging), {
      onProgress: (done, total) => progress.push([done, total]),
    });
    expect(report).toEqual(expected);
    expect(progress[0]?.[0]).toBe(0);
    expect(progress.at(-1)?.[0]).toBe(progress.at(-1)?.[1]);

    const names = readdirSync(staging);
    expect(names.sort()).toEqual([...unpacked.keys()].sort());
    for (const name of names) {
      const path = join(staging, name);
      expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(name);
      if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    }
  });

  it('stays warm from job to job', async () => {
    await shared.warm();
    const { pid } = shared;
    expect(isRunning(pid)).toBe(true);
    await shared.inspect(job());
    await shared.inspect(job());
    expect(shared.pid).toBe(pid);
  });

  it('may read archives and write below the staging root, and nothing else', async () => {
    const elsewhere = join(outside, 'honest.uaix');
    writeFileSync(elsewhere, readFileSync(honest));
    expect(await problemCode(shared.inspect(job(elsewhere)))).toBe('permission-denied');
    expect(await problemCode(shared.inspect(job(honest, join(outside, 'not-here'))))).toBe('permission-denied');
    expect(existsSync(join(outside, 'not-here'))).toBe(false);
  });

  it('reaches folders that are made after it has started, through a link above them', async () => {
    const link = join(root, 'link');
    mkdirSync(join(root, 'data'));
    symlinkSync(join(root, 'data'), link, 'junction');
    const pool = poolOf({ readable: join(link, 'quarantine'), writable: join(link, 'staging') });
    await pool.warm();
    mkdirSync(join(link, 'quarantine', 'one'), { recursive: true });
    const copy = join(link, 'quarantine', 'one', 'package.uaix');
    writeFileSync(copy, readFileSync(honest));
    const staging = join(link, 'staging', 'one');
    const report = await pool.inspect(job(copy, staging));
    expect(readdirSync(staging)).toHaveLength(new Set(report.files.map(({ sha256 }) => sha256)).size);
  });

  it('says so when the archive is gone', async () => {
    expect(await problemCode(shared.inspect(job(join(root, 'nothing'))))).toBe('io');
  });

  it('killed by hand in the middle of a job fails that job only', async () => {
    const pool = poolOf();
    await pool.warm();
    const { pid } = pool;
    const killed = pool.inspect(job(large), {
      onProgress: () => {
        if (isRunning(pid)) process.kill(pid ?? 0, 'SIGKILL');
      },
    });
    expect(await problemCode(killed)).toBe('inspector-crashed SIGKILL');
    const report = await pool.inspect(job());
    expect(report.verdict).toBe('review_required');
    expect(pool.pid).not.toBe(pid);
  });

  it('killed by hand between jobs is replaced', async () => {
    await shared.warm();
    const { pid } = shared;
    process.kill(pid ?? 0, 'SIGKILL');
    // The news of the end may take a moment longer than the end itself.
    while (shared.pid === pid) await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await shared.inspect(job())).verdict).toBe('review_required');
  });

  it('survives a bomb', async () => {
    const report = await shared.inspect(job(bomb));
    expect(report.findings.map(({ rule }) => rule)).toContain('zip/ratio');
  });

  it('gives up when it is larger than it may be', async () => {
    // Node alone takes more than this.
    expect(await problemCode(poolOf({ memoryMiB: 96 }).inspect(job()))).toBe('inspector-memory');
  });
});

describe('the pool', () => {
  it('runs one job at a time, in order', async () => {
    const order: string[] = [];
    const run = async (name: string): Promise<void> => {
      await shared.inspect(job(), {
        onProgress: (done, total) =>
          order.push(...(done === 0 ? [`${name} begins`] : done === total ? [`${name} ends`] : [])),
      });
    };
    await Promise.all([run('a'), run('b'), run('c')]);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('cancels a running job with its process, and goes on', async () => {
    const pool = poolOf();
    await pool.warm();
    const { pid } = pool;
    const controller = new AbortController();
    const running = pool.inspect(job(large), { signal: controller.signal, onProgress: () => controller.abort() });
    const next = pool.inspect(job());
    expect(await problemCode(running)).toBe('cancelled');
    await untilGone(pid);
    expect((await next).verdict).toBe('review_required');
  });

  it('cancels a job that waits or has not begun, without a word to the process', async () => {
    const controller = new AbortController();
    const first = shared.inspect(job());
    const waiting = shared.inspect(job(), { signal: controller.signal });
    controller.abort();
    expect(await problemCode(waiting)).toBe('cancelled');
    expect(await problemCode(shared.inspect(job(), { signal: AbortSignal.abort() }))).toBe('cancelled');
    expect((await first).verdict).toBe('review_required');
  });

  it('when closed ends its process and every job', async () => {
    const pool = poolOf();
    await pool.warm();
    const { pid } = pool;
    const running = pool.inspect(job(large));
    const waiting = pool.inspect(job());
    const codes = Promise.all([problemCode(running), problemCode(waiting)]);
    await pool.close();
    expect(await codes).toEqual(['cancelled', 'cancelled']);
    await untilGone(pid);
    expect(await problemCode(pool.inspect(job()))).toBe('cancelled');
  });

  it('kills a process that does not answer in time', async () => {
    const pool = misbehaving('ready(); onJob(() => { for (;;) {} });', { timeLimitMs: 300 });
    await pool.warm();
    const { pid } = pool;
    expect(await problemCode(pool.inspect(job()))).toBe('inspector-timeout');
    await untilGone(pid);
  });

  it.each([
    ['no object', `onJob(() => send('done'))`],
    ['an unknown type', `onJob(({ job }) => send({ type: 'verdict', job, verdict: 'safe' }))`],
    [
      'a report that is none',
      `onJob(({ job }) => send({ type: 'report', job, report: { verdict: 'review_required' } }))`,
    ],
    ['the answer to another job', `onJob(({ job }) => send({ type: 'progress', job: job + 1, done: 0, total: 1 }))`],
    ['ready again', `onJob(() => ready())`],
    ['a member too many', `onJob(({ job }) => send({ type: 'progress', job, done: 0, total: 1, path: '/etc' }))`],
  ])('kills a process that answers with %s', async (_what, script) => {
    const pool = misbehaving(`ready(); ${script};`);
    await pool.warm();
    const { pid } = pool;
    expect(await problemCode(pool.inspect(job()))).toBe('inspector-crashed bad-message');
    await untilGone(pid);
  });

  it('does not take a report that softens what it found', async () => {
    const good = await shared.inspect(job(bomb));
    expect(good.verdict).toBe('no_op');
    const report = JSON.stringify({ ...good, verdict: 'review_required' });
    const pool = misbehaving(`ready(); onJob(({ job }) => send({ type: 'report', job, report: ${report} }));`);
    expect(await problemCode(pool.inspect(job()))).toBe('inspector-crashed bad-message');
  });

  it('does not use a process that is not confined', async () => {
    const pool = misbehaving(`send({ type: 'ready', confined: false });`);
    expect(await problemCode(pool.inspect(job()))).toBe('inspector-crashed not-confined');
  });

  it('tells a full heap from another crash', async () => {
    const full = 'const kept = []; for (;;) kept.push(Array.from({ length: 1e5 }, () => ({})));';
    expect(
      await problemCode(misbehaving(`ready(); onJob(() => { ${full} });`, { memoryMiB: 128 }).inspect(job())),
    ).toBe('inspector-memory');
    expect(await problemCode(misbehaving('ready(); onJob(() => process.exit(7));').inspect(job()))).toBe(
      'inspector-crashed exit 7',
    );
    expect(await problemCode(misbehaving('process.exit(3);').inspect(job()))).toBe('inspector-crashed exit 3');
    expect(await problemCode(misbehaving('this is no program').inspect(job()))).toBe('inspector-crashed exit 1');
  });
});
