/**
 * Stand-ins for the tests of what keeps things: packages whose content is easy to write down, an inspector that reads them in this
 * process, and a data folder that is thrown away. What a package says is not the point here; that nothing of it is lost is.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finding } from '../../shared/findings.ts';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import type { InspectedFile, InspectionReport } from '../../shared/models.ts';
import type { Clock } from '../clock.ts';
import { type DeskDatabase, type OpenOptions, openDatabase } from '../database/open.ts';
import { type Files, systemFiles } from '../files.ts';
import { Intake, type IntakeOptions } from '../intake/import.ts';
import type { Inspect } from '../intake/inspection.ts';
import type { Rederive } from '../quarantine/blobs.ts';
import { DataLayout } from '../quarantine/layout.ts';

/** Paths and texts of a sample package. */
export type SampleFiles = Readonly<Record<string, string>>;

export const SAMPLE_PACK = { id: 'uaix-0.1', version: '3.138.0', sha256: 'ab'.repeat(32) } as const;

/** Bytes of a sample package. */
export function sampleBytes(files: SampleFiles): Buffer {
  return Buffer.from(JSON.stringify({ sample: files }));
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function contentOf(archive: Buffer): SampleFiles | null {
  try {
    return (JSON.parse(archive.toString('utf8')) as { sample?: SampleFiles }).sample ?? null;
  } catch {
    return null;
  }
}

function fileOf(path: string, text: string): InspectedFile {
  const bytes = Buffer.from(text);
  return {
    path,
    sizeBytes: bytes.length,
    sha256: sha256(bytes),
    kind: 'text',
    declared: true,
    mediaType: 'text/markdown',
    role: 'note',
    requiredStatus: 'optional',
    scope: 'universal',
    reviewState: 'reviewed',
    source: null,
  };
}

/** The report of a sample package; what is no sample is `no_op`. A file called `review.md` has a finding of that severity. */
export function sampleReport(archive: Buffer, fileName: string): InspectionReport {
  const content = contentOf(archive);
  const findings = [
    ...(/\.uaix$/i.test(fileName) ? [] : [finding('zip/extension', {}, { name: fileName })]),
    ...(content ? [] : [finding('zip/not-zip')]),
    ...(content?.['review.md'] === undefined ? [] : [finding('content/unreviewed', { path: 'review.md' })]),
  ];
  return {
    archiveSha256: sha256(archive),
    sizeBytes: archive.length,
    verdict: findings.some(({ severity }) => severity === 'no-op') ? 'no_op' : 'review_required',
    formatPack: SAMPLE_PACK,
    claims: content && {
      packageId: 'sample',
      profileId: content['profile.md'] ?? 'sample-profile',
      title: content['title.md'] ?? null,
      issuer: 'Lamp Room',
      status: 'public',
      createdUtc: '2031-01-02T03:04:05Z',
      scopes: ['persona'],
      entrypoints: [],
      supportBoundary: 'none',
      files: Object.keys(content).length,
      derivative: false,
    },
    files: Object.entries(content ?? {}).map(([path, text]) => fileOf(path, text)),
    findings,
  };
}

/** Reads sample packages in this process, through the file layer it is given. */
export function sampleInspect(files: Files = systemFiles): Inspect {
  return async (job, { signal, onProgress }) => {
    const archive = files.readAll(job.archivePath);
    const report = sampleReport(archive, job.fileName);
    const content = Object.values(contentOf(archive) ?? {});
    for (const [index, text] of content.entries()) {
      if (signal.aborted) throw new Error('told to stop');
      const file = await files.open(join(job.stagingFolder, sha256(text)), 'w');
      try {
        await file.write(Buffer.from(text));
      } finally {
        await file.close();
      }
      onProgress(index + 1, content.length);
    }
    return report;
  };
}

export const sampleRederive: Rederive = async (archive, wanted) => {
  const texts = Object.values(contentOf(archive) ?? {}).map((text) => [sha256(text), Buffer.from(text)] as const);
  return new Map(texts.filter(([digest]) => wanted.has(digest)));
};

/** A clock that moves by one second at each question, from a fixed moment. */
export function steppingClock(start = '2031-04-05T06:07:08.000Z'): Clock {
  let at = Date.parse(start);
  return {
    now: () => {
      at += 1_000;
      return new Date(at).toISOString();
    },
  };
}

const made: string[] = [];

/** Memory where there is some: what these tests ask does not depend on how long a disk takes to sync. */
const ROOM = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A new data folder; `removeLayouts` removes it with what lies beside it. */
export function newLayout(): DataLayout {
  const folder = mkdtempSync(join(ROOM, 'uaix-desk-'));
  made.push(folder);
  return new DataLayout(join(folder, 'data'));
}

/** Removes all folders that `newLayout` made. */
export function removeLayouts(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export interface Bench {
  readonly layout: DataLayout;
  readonly db: DeskDatabase;
  readonly intake: Intake;
  /** Writes a file of the user beside the data folder. @returns its path */
  give(name: string, content: SampleFiles | Buffer): string;
}

/** A desk without its window: a folder, its database and its intake. */
export function openBench(
  layout: DataLayout = newLayout(),
  { intake = {}, ...options }: OpenOptions & { readonly intake?: Partial<IntakeOptions> } = {},
): Bench {
  const db = openDatabase(layout, options);
  return {
    layout,
    db,
    intake: new Intake({ db, inspect: sampleInspect(options.files), limits: () => DEFAULT_LIMITS, ...intake }),
    give(name, content) {
      const path = join(layout.root, '..', name);
      writeFileSync(path, content instanceof Buffer ? content : sampleBytes(content as SampleFiles));
      return path;
    },
  };
}

/** Imports one file and waits for its end. */
export async function take(bench: Bench, path: string, actor = 'ada (test)') {
  const [started] = bench.intake.start([path], actor);
  return await bench.intake.wait(started?.importId ?? '');
}
