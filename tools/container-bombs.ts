/**
 * Memory of the inspector process at bombs and at the limits: `npx node tools/container-bombs.ts`. Linux only, where the kernel tells the
 * peak of resident memory of a process; prints one line a case.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  countBomb,
  declaredSizeBomb,
  depthBomb,
  fullOverlapBomb,
  nameBomb,
  nestedArchive,
  quotedOverlapBomb,
  ratioBomb,
  totalBomb,
  understatedBomb,
} from '../e2e/fixtures/zip-bombs.ts';
import { type EntrySpec, zip } from '../e2e/fixtures/zip-writer.ts';
import { InspectorPool } from '../electron/inspector/pool.ts';
import { spawnChildInspector } from '../electron/inspector/spawn-child.ts';
import { resourcesFolder } from '../electron/resources.ts';
import { DEFAULT_LIMITS } from '../shared/limits.ts';

const MIB = 1024 * 1024;

/** Prose that deflates about as English does, `bytes` long. */
function prose(bytes: number, seed: number): Buffer {
  const words =
    'the path of a package is short and plain so that people can read every word of it before they believe'.split(' ');
  let state = seed + 1;
  let text = '';
  while (text.length < bytes) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    text += words[(state >>> 16) % words.length];
    text += state % 11 === 0 ? '.\n' : ' ';
  }
  return Buffer.from(text.slice(0, bytes));
}

const textFiles = (count: number, bytes: number): Buffer =>
  zip({
    entries: Array.from({ length: count }, (_, i): EntrySpec => ({ name: `docs/f${i}.md`, data: prose(bytes, i) })),
  });

const CASES: readonly (readonly [string, () => Buffer])[] = [
  ['one empty file', () => zip({ entries: [{ name: 'a.txt' }] })],
  ['ratio: 1 GiB of zeros in 1 MiB', () => ratioBomb(1024)],
  ['size in the headers: 4 GiB for 10 bytes', declaredSizeBomb],
  ['size behind the headers: 256 MiB for 10 bytes', () => understatedBomb(256)],
  ['total: 12 files of 30 MiB', () => totalBomb(12, 30)],
  ['count: 70 000 entries', () => countBomb(70_000)],
  ['names: 500 of 64 KiB', () => nameBomb(500)],
  ['depth: 32 766 folders', depthBomb],
  ['full overlap: 2 000 entries of 1 MiB', () => fullOverlapBomb(2_000)],
  ['quoted overlap: 100 files of 8 MiB', () => quotedOverlapBomb(100, 8)],
  ['ZIP in ZIP in ZIP', nestedArchive],
  ['at the limits: 5 000 files of 8 KiB', () => textFiles(5_000, 8 * 1024)],
  ['at the limits: 8 files of 31 MiB', () => textFiles(8, 31 * MIB)],
];

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'container-bombs-')));
const path = join(folder, 'package.uaix');
const pool = new InspectorPool({
  spawn: spawnChildInspector,
  resources: resourcesFolder(),
  readable: folder,
  writable: folder,
});
try {
  for (const [name, make] of CASES) {
    const bytes = make();
    writeFileSync(path, bytes);
    await pool.warm();
    // 5 resets the peak of the process (proc(5), clear_refs).
    writeFileSync(`/proc/${pool.pid}/clear_refs`, '5');
    const begun = performance.now();
    const report = await pool.inspect({
      archivePath: path,
      fileName: 'package.uaix',
      stagingFolder: null,
      limits: DEFAULT_LIMITS,
    });
    const seconds = ((performance.now() - begun) / 1_000).toFixed(2);
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pool.pid}/status`, 'utf8'))?.[1] ?? '?';
    const container = report.findings.map(({ rule }) => rule).filter((rule) => /^(?:zip|path)\//.test(rule));
    const rules = [...new Set(container)].join(' ') || 'container accepted';
    console.log(
      `${name} | ${bytes.length} bytes | ${rules} | ${seconds} s | peak ${Math.round(Number(peak) / 1024)} MiB`,
    );
  }
} finally {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
}
