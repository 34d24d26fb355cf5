import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { MANIFEST_PATH } from '../../shared/models.ts';
import { packFiles, packFolder } from './pack.ts';
import { bundledPack, DRAFT, folderWith, SAMPLES } from './testing.ts';

const pack = bundledPack();
const MARLOW = join(SAMPLES, 'marlow-persona');

const PYTHON_LISTING = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps([[i.filename, i.file_size, i.flag_bits, list(i.date_time), i.external_attr >> 16, len(i.extra), i.create_system]
                      for i in z.infolist()]))
`;

/** Format F4.8, worked out by another program from the archive alone. */
const PYTHON_DIGEST = `
import hashlib, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    names = sorted((n for n in z.namelist() if n != '.uai/manifest.uaix.json'), key=lambda n: n.encode())
    lines = ''.join(f'{hashlib.sha256(z.read(n)).hexdigest()}  {n}\\n' for n in names)
    print(hashlib.sha256(lines.encode()).hexdigest())
`;

function onDisk(archive: Buffer): string {
  const file = join(folderWith({}), 'package.uaix');
  writeFileSync(file, archive);
  return file;
}

const python = (program: string, file: string): string =>
  execFileSync('python3', ['-c', program, file], { encoding: 'utf8' }).trim();

describe('the bytes of a package', () => {
  it.each(['marlow-persona', 'advanced-persona', 'project-handoff', 'long-memory'])(
    '%s is sound for unzip and Python, and its digest is the one Python works out',
    async (sample) => {
      const { archive, manifest } = await packFolder(join(SAMPLES, sample), { pack });
      const file = onDisk(archive);
      expect(execFileSync('unzip', ['-t', file], { encoding: 'utf8' })).toContain('No errors detected');
      expect(manifest.integrity).toEqual({
        algorithm: 'sha256',
        canonicalization: 'uaix-file-list-v1',
        packageDigest: python(PYTHON_DIGEST, file),
      });
      const listing = JSON.parse(python(PYTHON_LISTING, file)) as [string, number, ...unknown[]][];
      expect(listing.map(([name]) => name)).toEqual([MANIFEST_PATH, ...manifest.files.map((listed) => listed.path)]);
      // Flag 11 alone, the earliest time, a plain file, no extra field, made by Unix.
      for (const [, , ...fixed] of listing) {
        expect(fixed).toEqual([0x0800, [1980, 1, 1, 0, 0, 0], 0o100644, 0, 3]);
      }
      expect(listing.slice(1).map(([, size]) => size)).toEqual(manifest.files.map((listed) => listed.sizeBytes));
    },
  );

  it('are the same each time', async () => {
    const first = await packFolder(MARLOW, { pack });
    const second = await packFolder(MARLOW, { pack });
    expect(second.archive.equals(first.archive)).toBe(true);
  });

  it('are the same in another time zone', async () => {
    const { archive } = await packFolder(MARLOW, { pack });
    const program = `
      const { packFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'pack.ts'))});
      const { bundledPack } = await import(${JSON.stringify(join(import.meta.dirname, 'testing.ts'))});
      const { createHash } = await import('node:crypto');
      const packed = await packFolder(${JSON.stringify(MARLOW)}, { pack: bundledPack() });
      console.log(createHash('sha256').update(packed.archive).digest('hex'));`;
    const elsewhere = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: { ...process.env, TZ: 'Pacific/Kiritimati' },
    });
    expect(elsewhere.trim()).toBe(createHash('sha256').update(archive).digest('hex'));
  });

  it('stand in byte order of the names, which is not the order of UTF-16 units', async () => {
    const files = new Map(
      ['docs/\u{10400}.md', 'docs/\ufa0e.md', 'docs/Z.md', 'docs/a.md', 'AGENTS.md'].map((path) => [
        path,
        Buffer.from(path),
      ]),
    );
    const { manifest } = await packFiles(files, JSON.parse(DRAFT), { pack });
    expect(manifest.files.map(({ path }) => path)).toEqual([
      'AGENTS.md',
      'docs/Z.md',
      'docs/a.md',
      'docs/\ufa0e.md',
      'docs/\u{10400}.md',
    ]);
  });

  it('store what would shrink like a bomb, and what is empty', async () => {
    const zeros = Buffer.alloc(2 * 1024 * 1024);
    const files = new Map([
      ['docs/zeros.txt', zeros],
      ['docs/empty.txt', Buffer.alloc(0)],
      ['docs/short.txt', Buffer.alloc(1_000)],
    ]);
    const { archive } = await packFiles(files, JSON.parse(DRAFT), { pack });
    const methods = JSON.parse(
      python(
        'import json,sys,zipfile; print(json.dumps({i.filename: i.compress_type for i in zipfile.ZipFile(sys.argv[1]).infolist()}))',
        onDisk(archive),
      ),
    );
    expect(methods).toEqual({ [MANIFEST_PATH]: 8, 'docs/zeros.txt': 0, 'docs/empty.txt': 0, 'docs/short.txt': 8 });
  });

  it('give back every content, read by another library', async () => {
    const name = fc.stringMatching(/^[b-y][a-z0-9-]{0,11}x$/u).map((stem) => `docs/${stem}.txt`);
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, fc.uint8Array({ maxLength: 5_000 }), { maxKeys: 12 }), async (contents) => {
        const files = new Map(Object.entries(contents).map(([path, bytes]) => [path, Buffer.from(bytes)]));
        const { archive } = await packFiles(files, JSON.parse(DRAFT), { pack });
        const { [MANIFEST_PATH]: manifest, ...read } = unzipSync(archive);
        expect(manifest).toBeDefined();
        expect(Object.keys(read).length).toBe(files.size);
        for (const [path, bytes] of files) expect(Buffer.from(read[path] ?? []).equals(bytes)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the manifest', () => {
  const now = (): Date => new Date('2026-08-01T12:34:56.789Z');

  it('keeps what the draft says of a file and derives the rest', async () => {
    const draft = {
      ...JSON.parse(DRAFT),
      files: [
        {
          path: '.uai/persona.uai',
          role: 'the_tutor',
          reviewState: 'approved',
          source: { letter: 3 },
          sha256: 'f'.repeat(64),
          sizeBytes: 1,
          title: 'Marlow',
        },
      ],
    };
    const files = new Map([
      ['.uai/persona.uai', Buffer.from('Name: Marlow\n')],
      ['.uai/taboo.uai', Buffer.from('No laughing.\n')],
      ['docs/note.md', Buffer.from('A note.\n')],
    ]);
    const { manifest, derived } = await packFiles(files, draft, { pack });
    // Digests from `printf 'Name: Marlow\n' | sha256sum` and so on.
    expect(manifest.files).toEqual([
      {
        path: '.uai/persona.uai',
        role: 'the_tutor',
        requiredStatus: 'profile_required',
        scope: 'persona_profile',
        mediaType: 'text/markdown',
        sizeBytes: 13,
        sha256: 'd9b5a7c9051e819d926a2d8a8060a538da5dbf9b2d5467bc495a0665c36bc52b',
        reviewState: 'approved',
        source: { letter: 3 },
        title: 'Marlow',
      },
      {
        path: '.uai/taboo.uai',
        role: 'taboo',
        requiredStatus: 'universal_required',
        scope: 'universal',
        mediaType: 'text/markdown',
        sizeBytes: 13,
        sha256: '0852042be2e35bc50b58c70c148f0445d9372c5b411a68ff936b6a13ce2871dd',
        reviewState: 'unreviewed',
        source: 'packed from a folder; the draft of the manifest names no source',
      },
      {
        path: 'docs/note.md',
        role: 'document',
        requiredStatus: 'content_triggered_required',
        scope: 'persona_profile',
        mediaType: 'text/markdown',
        sizeBytes: 8,
        sha256: 'd47cd809b55acbb91f27f68180367d0fdf6997acb09692bd2341fc6c4407da8a',
        reviewState: 'unreviewed',
        source: 'packed from a folder; the draft of the manifest names no source',
      },
    ]);
    expect(derived).toEqual(['.uai/taboo.uai', 'docs/note.md']);
  });

  it('takes version and format from the pack, and the time from the clock, only where the draft is silent', async () => {
    const { createdUtc: _, ...silent } = JSON.parse(DRAFT);
    const filled = await packFiles(new Map(), silent, { pack, now });
    expect(filled.manifest).toMatchObject({
      uaixVersion: '0.1',
      packageFormat: 'uaix.package.v0.1',
      status: 'review_required',
      createdUtc: '2026-08-01T12:34:56Z',
    });
    const kept = await packFiles(
      new Map(),
      { ...JSON.parse(DRAFT), status: 'draft', uaixVersion: 'v0.1' },
      { pack, now },
    );
    expect(kept.manifest).toMatchObject({ uaixVersion: 'v0.1', status: 'draft', createdUtc: '2026-07-04T09:30:00Z' });
  });

  it('invents nothing that only the producer can say', async () => {
    const { manifest } = await packFiles(new Map(), {}, { pack, now });
    expect(Object.keys(manifest)).toEqual([
      'uaixVersion',
      'packageFormat',
      'status',
      'createdUtc',
      'files',
      'integrity',
    ]);
    // `printf '' | sha256sum`
    expect(manifest.integrity.packageDigest).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('is what stands in the archive, and packing what was packed changes nothing', async () => {
    const once = await packFolder(MARLOW, { pack });
    const { [MANIFEST_PATH]: text, ...contents } = unzipSync(once.archive);
    expect(JSON.parse(Buffer.from(text ?? []).toString('utf8'))).toEqual(once.manifest);
    const files = new Map(Object.entries(contents).map(([path, bytes]) => [path, Buffer.from(bytes)]));
    const twice = await packFiles(files, once.manifest, { pack });
    expect(twice.archive.equals(once.archive)).toBe(true);
    expect(twice.derived).toEqual([]);
  });

  it('leaves itself out of its list, with a word (format F4.9)', async () => {
    const draft = { ...JSON.parse(DRAFT), files: [{ path: MANIFEST_PATH, role: 'manifest' }] };
    const { manifest, leftOut } = await packFiles(new Map(), draft, { pack });
    expect(manifest.files).toEqual([]);
    expect(leftOut).toEqual([{ path: MANIFEST_PATH, reason: 'manifest' }]);
  });
});

describe('an update over a base', () => {
  it('gives the second edition of the sample: two files differ, one of them an anchor', async () => {
    const first = await packFolder(MARLOW, { pack });
    const second = await packFolder(join(SAMPLES, 'updates/marlow-persona-2'), { pack, base: MARLOW });
    const digests = (files: typeof first.manifest.files) => new Map(files.map(({ path, sha256 }) => [path, sha256]));
    const before = digests(first.manifest.files);
    const after = digests(second.manifest.files);
    expect([...after.keys()]).toEqual([...before.keys()]);
    expect([...after].filter(([path, sha256]) => before.get(path) !== sha256).map(([path]) => path)).toEqual([
      '.uai/short-term-memory.uai',
      '.uai/taboo.uai',
    ]);
    expect(second.manifest.packageId).toBe(first.manifest.packageId);
    expect(second.manifest.createdUtc > first.manifest.createdUtc).toBe(true);
  });
});

describe('limits', () => {
  it('hold for files at hand', async () => {
    const files = new Map([
      ['docs/a.md', Buffer.alloc(11, 'a')],
      ['docs/b.md', Buffer.alloc(10, 'b')],
      ['docs/c.md', Buffer.alloc(10, 'c')],
    ]);
    const limits = { ...DEFAULT_LIMITS, fileBytes: 10, totalBytes: 30, entries: 2 };
    await expect(packFiles(files, JSON.parse(DRAFT), { pack, limits })).rejects.toMatchObject({
      findings: [
        { rule: 'zip/entry-count', detail: { limit: 2, actual: 4 } },
        { rule: 'zip/entry-size', path: 'docs/a.md', detail: { limit: 10, declared: 11 } },
        { rule: 'zip/total-size', detail: { limit: 30 } },
      ],
    });
  });

  it('of a policy cannot ask for what a plain ZIP cannot hold', async () => {
    const files = new Map(Array.from({ length: 65_534 }, (_, n) => [`docs/${n}.txt`, Buffer.alloc(0)]));
    const limits = { ...DEFAULT_LIMITS, entries: 100_000 };
    await expect(packFiles(files, JSON.parse(DRAFT), { pack, limits })).rejects.toMatchObject({
      findings: [{ rule: 'zip/entry-count', detail: { limit: 65_534, actual: 65_535 } }],
    });
  });

  it('hold for the archive', async () => {
    const limits = { ...DEFAULT_LIMITS, archiveBytes: 100 };
    await expect(packFiles(new Map(), JSON.parse(DRAFT), { pack, limits })).rejects.toMatchObject({
      findings: [{ rule: 'zip/archive-size', detail: { limit: 100 } }],
    });
  });
});
