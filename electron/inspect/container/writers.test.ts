/** Honest writers pass, and what we accept reads the same in every other program. */
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ambiguities } from '../../../e2e/fixtures/zip-ambiguities.ts';
import { libraryArchives, programArchives, refusedHabits } from '../../../e2e/fixtures/zip-honest-writers.ts';
import { containerView } from '../../../e2e/fixtures/zip-mutations.ts';
import { ask, availableOracles, ORACLES, seenLine } from '../../../e2e/fixtures/zip-oracles.ts';
import { type EntrySpec, extraRecord, zip } from '../../../e2e/fixtures/zip-writer.ts';

const oracles = availableOracles();
const programs = programArchives();
const libraries = await libraryArchives();
const honest = [...programs.archives, ...libraries];

const DATA = 'A text of some length, again and again. '.repeat(12);
const UNIX_TIME = extraRecord(0x5455, Buffer.from([1, 0, 0, 0, 0x60]));

/** Writers that do not run here, by the marks they leave. */
const HABITS: Readonly<Record<string, Buffer>> = {
  'PKZIP for DOS': zip({
    entries: [
      { name: 'DOCS/', central: { versionMade: 20, externalAttributes: 0x10 }, fields: { versionNeeded: 10 } },
      { name: 'DOCS/A.TXT', data: DATA, central: { versionMade: 20, externalAttributes: 0x20, internalAttributes: 1 } },
    ],
  }),
  '.NET ZipArchive, fastest': zip({
    entries: [
      {
        name: 'docs/a.txt',
        data: DATA,
        fields: { flags: 1 << 2 },
        central: { versionMade: 20, externalAttributes: 0 },
      },
    ],
  }),
  '.NET ZipArchive to a stream': zip({
    entries: [
      { name: 'docs/é.txt', data: DATA, descriptor: true, central: { versionMade: 20, externalAttributes: 0 } },
    ],
  }),
  'System.IO.Packaging': zip({
    entries: [
      {
        name: 'a.txt',
        data: DATA,
        local: { extra: extraRecord(0xa220, Buffer.alloc(64)) },
        central: { versionMade: 45 },
      },
    ],
  }),
  'PHP ZipArchive (libzip)': zip({
    entries: [
      {
        name: 'a.txt',
        data: DATA,
        central: { versionMade: (3 << 8) | 63, externalAttributes: (0o100600 << 16) >>> 0 },
      },
    ],
  }),
  'Java ZipOutputStream with folders': zip({
    entries: [
      // A folder as deflated nothing with a descriptor.
      {
        name: 'META-INF/',
        method: 8,
        descriptor: true,
        raw: deflateRawSync(''),
        central: { versionMade: 20, externalAttributes: 0 },
      },
      {
        name: 'META-INF/A',
        data: DATA,
        descriptor: true,
        fields: { extra: extraRecord(0xcafe, Buffer.alloc(0)) },
        central: { versionMade: 20, externalAttributes: 0 },
      },
    ],
  }),
  'Go archive/zip': zip({
    entries: [
      {
        name: 'a.txt',
        data: DATA,
        descriptor: true,
        fields: { extra: UNIX_TIME },
        central: { versionMade: (3 << 8) | 20, externalAttributes: 0 },
      },
    ],
  }),
  'macOS ditto, ASCII names': zip({
    entries: [
      {
        name: 'docs/',
        fields: { versionNeeded: 10, extra: extraRecord(0x5855, Buffer.alloc(12)) },
        central: { versionMade: (3 << 8) | 21, externalAttributes: 0x41ed4000 },
      },
      {
        name: 'docs/a.txt',
        data: DATA,
        descriptor: true,
        local: { extra: extraRecord(0x5855, Buffer.alloc(12)) },
        central: {
          versionMade: (3 << 8) | 21,
          externalAttributes: 0x81a44000,
          extra: extraRecord(0x5855, Buffer.alloc(8)),
        },
      },
    ],
  }),
  '7-Zip for Windows': zip({
    entries: [
      {
        name: 'a.txt',
        data: DATA,
        central: {
          versionMade: 63,
          externalAttributes: 0x20,
          extra: extraRecord(0x000a, Buffer.concat([Buffer.from([0, 0, 0, 0, 1, 0, 24, 0]), Buffer.alloc(24)])),
        },
      },
    ],
  }),
  'a writer without descriptor signatures': zip({
    entries: [{ name: 'a.txt', data: DATA, descriptor: bareDescriptor() }],
  }),
  'zipalign for Android': zip({
    entries: [{ name: 'a.txt', data: DATA, method: 0, local: { extra: extraRecord(0xd935, Buffer.alloc(2)) } }],
  }),
};

function bareDescriptor(): Buffer {
  const signed = zip({ entries: [{ name: 'a.txt', data: DATA, descriptor: true }] });
  const at = signed.indexOf(Buffer.from('PK\x07\x08'));
  return signed.subarray(at + 4, at + 16);
}

describe('honest writers', () => {
  it.skipIf(programs.missing.length === 0)(`are not all on this machine: ${programs.missing.join(', ')}`, (context) =>
    context.skip(),
  );

  it.each(honest.map((one) => [one.writer, one] as const))(
    '%s passes with its content',
    async (_writer, { bytes, files }) => {
      const { findings, files: seen } = await containerView(bytes);
      expect(findings).toEqual([]);
      expect(seen).toEqual([...files].map(([name, data]) => seenLine(name, data, 'sha256')).sort());
    },
  );

  it.each(Object.entries(HABITS))('%s: its habits pass', async (_writer, bytes) => {
    expect((await containerView(bytes)).findings).toEqual([]);
  });

  it('are told how to pack again when they did what no package may have', async () => {
    for (const { writer, bytes, rule } of await refusedHabits()) {
      const { findings } = await containerView(bytes);
      expect([writer, ...new Set(findings.map((found) => found.rule))]).toEqual([writer, rule]);
    }
  });

  it('Windows Explorer with an old code page, and names with backslashes, get their own message', async () => {
    const legacy: EntrySpec = { name: Buffer.from([0x81, 0x2e, 0x74]), data: 'x', fields: { flags: 0 } };
    const { findings } = await containerView(
      zip({ entries: [legacy, { name: '.uai\\manifest.uaix.json', data: '{}' }] }),
    );
    expect(findings).toMatchObject([
      { rule: 'path/encoding', detail: { variant: 'legacy', bytes: '812e74' } },
      { rule: 'path/backslash', detail: { slashes: '.uai/manifest.uaix.json' } },
    ]);
  });

  it('macOS Archive Utility gets one message for its litter and one for each name without the flag', async () => {
    const { findings } = await containerView(
      zip({
        entries: [
          { name: 'é.txt', data: 'x', fields: { flags: 0 } },
          { name: '__MACOSX/', central: { externalAttributes: 0 } },
          { name: '__MACOSX/._a', data: 'x' },
        ],
      }),
    );
    expect(findings).toMatchObject([
      { rule: 'path/encoding', detail: { variant: 'flag-missing' } },
      { rule: 'path/system-litter', detail: { variant: 'macos', count: 2 } },
    ]);
  });
});

describe('what we accept reads the same elsewhere', () => {
  const twins = ambiguities().map(({ type, variant, twin }) => ({ writer: `twin of ${type} ${variant}`, bytes: twin }));
  const unique = new Map([...honest, ...twins].map((one) => [one.bytes.toString('base64'), one]));
  const accepted = [...unique.values(), ...Object.entries(HABITS).map(([writer, bytes]) => ({ writer, bytes }))];

  it('needs unzip and Python to be here', () => {
    expect(oracles).toEqual(expect.arrayContaining(['unzip', 'python', 'yauzl']));
  });

  for (const oracle of ORACLES) {
    it.skipIf(!oracles.includes(oracle))(`in ${oracle}`, async () => {
      const seen = await ask(
        oracle,
        accepted.map(({ bytes }) => bytes),
      );
      for (const [index, { writer, bytes }] of accepted.entries()) {
        const { files } = await containerView(bytes);
        // Ours by SHA-256; an oracle that gives CRCs is compared by name and size, and has proven the CRC itself.
        const sha = oracle === 'bsdtar';
        const ours = (files ?? []).map((line) => (sha ? line : withoutDigest(line)));
        const theirs = (seen[index]?.entries ?? [])
          .filter((line) => !line.endsWith('/'))
          .map((line) => (sha ? line : withoutDigest(line)));
        expect([writer, ...theirs.sort()]).toEqual([writer, ...ours.sort()]);
        expect([writer, seen[index]?.accepts]).toEqual([writer, true]);
      }
    });
  }
});

function withoutDigest(line: string): string {
  return line.slice(0, line.lastIndexOf(' '));
}
