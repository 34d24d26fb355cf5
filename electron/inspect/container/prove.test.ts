/** One fixture per rule of zip/ and path/, with a near twin that passes; each must be the only thing reported. */
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { AMBIGUITY_TYPES, ambiguities } from '../../../e2e/fixtures/zip-ambiguities.ts';
import { containerView } from '../../../e2e/fixtures/zip-mutations.ts';
import { type EntrySpec, extraRecord, unicodePath, zip } from '../../../e2e/fixtures/zip-writer.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../shared/limits.ts';
import { RULE_IDS, type RuleId } from '../../../shared/rules.ts';
import { proveArchive } from './prove.ts';

const TEXT = 'One line of an honest text, said again. '.repeat(30);
const FILE: EntrySpec = { name: 'a.txt', data: TEXT };
const OTHER: EntrySpec = { name: 'b.txt', data: 'Something else.\n' };
const GOOD = zip({ entries: [FILE, OTHER] });
const PACKED = deflateRawSync(TEXT);

const archive = (...entries: readonly EntrySpec[]): Buffer => zip({ entries });
const mode = (unix: number, dos = 0) => ({ externalAttributes: ((unix << 16) | dos) >>> 0 });
const limits = (some: Partial<Limits>): Limits => ({ ...DEFAULT_LIMITS, ...some });

interface Case {
  readonly rule: RuleId;
  readonly why: string;
  readonly bad: Buffer;
  readonly good: Buffer;
  readonly badName?: string;
  /** Limits under which `bad` is judged; the twin is judged under the same. */
  readonly limits?: Limits;
}

function spoiled(rule: RuleId, why: string, bad: Buffer, good = GOOD, more: Partial<Case> = {}): Case {
  return { rule, why, bad, good, ...more };
}

const named = (rule: RuleId, bad: string, good: string): Case =>
  spoiled(rule, JSON.stringify(bad.slice(0, 40)), archive({ ...FILE, name: bad }), archive({ ...FILE, name: good }));

const CASES: readonly Case[] = [
  spoiled('zip/extension', 'another extension', GOOD, GOOD, { badName: 'package.zip' }),
  spoiled('zip/extension', 'no extension', GOOD, GOOD, { badName: 'uaix' }),
  spoiled('zip/not-zip', 'empty', Buffer.alloc(0)),
  spoiled('zip/not-zip', 'text', Buffer.from('A letter, not a package. '.repeat(10))),
  spoiled('zip/not-zip', 'cut short', GOOD.subarray(0, GOOD.length - 1)),
  spoiled('zip/not-zip', 'cut in the middle', GOOD.subarray(0, 60)),
  spoiled('zip/leading-bytes', 'a picture before it', zip({ entries: [FILE], prefix: Buffer.from('GIF89a...') })),
  spoiled('zip/gap', 'padding', zip({ entries: [FILE, { ...OTHER, before: Buffer.alloc(2) }] })),
  spoiled('zip/trailing-bytes', 'a line feed', zip({ entries: [FILE], suffix: Buffer.from('\n') })),
  spoiled('zip/comment', 'a comment', zip({ entries: [FILE], comment: Buffer.from('hello') })),
  spoiled('zip/comment', 'of an entry', archive({ ...FILE, central: { comment: Buffer.from('hello') } })),
  spoiled('zip/end-record', 'count', zip({ entries: [FILE, OTHER], end: { entries: 1 } })),
  spoiled('zip/zip64', 'extra', archive({ ...FILE, central: { extra: extraRecord(1, Buffer.alloc(8)) } })),
  spoiled('zip/overlap', 'inside another', archive(FILE, { ...OTHER, central: { localAt: 20 } })),
  spoiled('zip/header-mismatch', 'time', archive({ ...FILE, local: { time: 0 } })),
  spoiled('zip/header-mismatch', 'version', archive({ ...FILE, central: { versionNeeded: 10 } })),
  spoiled('zip/header-mismatch', 'signature', archive(FILE, { ...OTHER, local: { signature: 0 } })),
  spoiled(
    'zip/descriptor-mismatch',
    'announced only',
    archive({ ...FILE, fields: { flags: 8 } }),
    archive({ ...FILE, descriptor: true }),
  ),
  spoiled(
    'zip/extra-field',
    'one stray byte',
    archive({ ...FILE, fields: { extra: Buffer.from([0]) } }),
    archive({ ...FILE, fields: { extra: extraRecord(0xcafe, Buffer.alloc(0)) } }),
  ),
  spoiled(
    'zip/extra-field',
    'length beyond the field',
    archive({ ...FILE, local: { extra: Buffer.from([0x55, 0x54, 9, 0, 3]) } }),
    archive({ ...FILE, local: { extra: extraRecord(0x5455, Buffer.alloc(9)) } }),
  ),
  spoiled(
    'zip/extra-field',
    'short NTFS times',
    archive({ ...FILE, fields: { extra: extraRecord(0x000a, Buffer.alloc(3)) } }),
    archive({ ...FILE, fields: { extra: extraRecord(0x000a, Buffer.alloc(4)) } }),
  ),
  spoiled(
    'zip/extra-field',
    'PKWARE Unix',
    archive({ ...FILE, fields: { extra: extraRecord(0x000d, Buffer.alloc(12)) } }),
    archive({ ...FILE, fields: { extra: extraRecord(0x5855, Buffer.alloc(8)) } }),
  ),
  spoiled(
    'zip/extra-field',
    'ASi Unix',
    archive({ ...FILE, fields: { extra: extraRecord(0x756e, Buffer.alloc(14)) } }),
    archive({ ...FILE, fields: { extra: extraRecord(0x7875, Buffer.from([1, 1, 0, 1, 0])) } }),
  ),
  spoiled(
    'zip/extra-field',
    'Unicode path of another name',
    archive({ ...FILE, name: 'é.txt', fields: { extra: unicodePath('e.txt', 'é.txt') } }),
    archive({ ...FILE, name: 'é.txt', fields: { extra: unicodePath('é.txt', 'é.txt') } }),
  ),
  spoiled('zip/encrypted', 'flag', archive({ ...FILE, fields: { flags: 1 } })),
  spoiled('zip/method', 'LZMA', archive({ ...FILE, fields: { method: 14 } })),
  spoiled(
    'zip/method',
    'version 6.3',
    archive({ ...FILE, fields: { versionNeeded: 63 } }),
    archive({ ...FILE, fields: { versionNeeded: 45 } }),
  ),
  spoiled(
    'zip/flags',
    'patch data',
    archive({ ...FILE, fields: { flags: 1 << 5 } }),
    archive({ ...FILE, fields: { flags: 6 } }),
  ),
  spoiled(
    'zip/flags',
    'bit 15',
    archive({ ...FILE, fields: { flags: 1 << 15 } }),
    archive({ ...FILE, fields: { flags: 1 << 11 } }),
  ),
  spoiled('zip/crc', 'one bit', archive({ ...FILE, fields: { crc32: crc32(TEXT) ^ 1 } })),
  spoiled('zip/size', 'one less', archive({ ...FILE, fields: { sizeBytes: TEXT.length - 1 } })),
  spoiled('zip/size', 'one more', archive({ ...FILE, fields: { sizeBytes: TEXT.length + 1 } })),
  spoiled('zip/corrupt', 'no deflate stream', archive({ ...FILE, raw: Buffer.from([0xff, 0xff, 0xff]) })),
  spoiled('zip/corrupt', 'stream cut short', archive({ ...FILE, raw: PACKED.subarray(0, PACKED.length - 4) })),
  spoiled('zip/corrupt', 'no stream at all', archive({ ...FILE, method: 8, raw: Buffer.alloc(0) })),
  spoiled('zip/deflate-tail', 'one byte', archive({ ...FILE, raw: Buffer.concat([PACKED, Buffer.from([0])]) })),
  spoiled(
    'zip/symlink',
    'by Unix',
    archive({ ...FILE, central: mode(0o120777) }),
    archive({ ...FILE, central: mode(0o100777) }),
  ),
  spoiled(
    'zip/symlink',
    'made by DOS, says the host',
    archive({ ...FILE, central: { versionMade: 20, ...mode(0o120777) } }),
  ),
  spoiled(
    'zip/symlink',
    'reparse point',
    archive({ ...FILE, central: { versionMade: 20, ...mode(0, 0x400) } }),
    archive({ ...FILE, central: { versionMade: 20, ...mode(0, 0x20) } }),
  ),
  spoiled('zip/special-file', 'fifo', archive({ ...FILE, central: mode(0o010644) })),
  spoiled('zip/special-file', 'character device', archive({ ...FILE, central: mode(0o020644) })),
  spoiled('zip/special-file', 'block device', archive({ ...FILE, central: mode(0o060644) })),
  spoiled('zip/special-file', 'socket', archive({ ...FILE, central: mode(0o140644) })),
  spoiled('zip/special-file', 'setuid', archive({ ...FILE, central: mode(0o104755) })),
  spoiled('zip/special-file', 'sticky', archive({ ...FILE, central: mode(0o101644) })),
  spoiled('zip/special-file', 'volume label', archive({ ...FILE, central: { versionMade: 20, ...mode(0, 8) } })),
  spoiled(
    'zip/directory-data',
    'data',
    archive({ ...FILE, name: 'd/' }, { ...FILE, name: 'd/a' }),
    archive({ name: 'd/' }, { ...FILE, name: 'd/a' }),
  ),
  spoiled('zip/archive-size', 'one byte', GOOD, GOOD.subarray(0, 0), {
    limits: limits({ archiveBytes: GOOD.length - 1 }),
  }),
  spoiled('zip/entry-count', 'three', archive(FILE, OTHER, { name: 'c' }), GOOD, { limits: limits({ entries: 2 }) }),
  spoiled(
    'zip/entry-size',
    'one byte',
    archive({ name: 'a', data: 'x'.repeat(101), method: 0 }),
    archive({ name: 'a', data: 'x'.repeat(100), method: 0 }),
    { limits: limits({ fileBytes: 100 }) },
  ),
  spoiled(
    'zip/entry-size',
    'one byte, deflated',
    archive({ name: 'a', data: 'x'.repeat(101) }),
    archive({ name: 'a', data: 'x'.repeat(100) }),
    { limits: limits({ fileBytes: 100 }) },
  ),
  spoiled(
    'zip/total-size',
    'one byte',
    archive({ name: 'a', data: 'x'.repeat(60) }, { name: 'b', data: 'x'.repeat(41) }, OTHER),
    archive({ name: 'a', data: 'x'.repeat(60) }, { name: 'b', data: 'x'.repeat(40) }),
    { limits: limits({ totalBytes: 100 }) },
  ),
  spoiled(
    'zip/ratio',
    '100 : 1',
    archive({ name: 'a', data: Buffer.alloc(100_000) }),
    archive({ name: 'a', data: Buffer.alloc(9_999) }),
    { limits: limits({ ratio: 100, ratioFloorBytes: 10_000 }) },
  ),
  named('path/traversal', '../a', '..a'),
  named('path/absolute', '/a', 'a'),
  named('path/drive', 'C:a', 'C/a'),
  named('path/backslash', 'a\\b', 'a/b'),
  named('path/device-name', 'docs/con.md', 'docs/icon.md'),
  spoiled('path/duplicate', 'case', archive(FILE, { ...OTHER, name: 'A.TXT' })),
  spoiled('path/duplicate', 'twice', archive(FILE, { ...OTHER, name: 'a.txt' })),
  spoiled('path/conflict', 'file and folder', archive(FILE, { ...OTHER, name: 'a.txt/b' })),
  spoiled(
    'path/encoding',
    'no flag',
    archive({ ...FILE, name: 'é', fields: { flags: 0 } }),
    archive({ ...FILE, name: 'é' }),
  ),
  named('path/normalization', 'e\u0301', 'é'),
  named('path/control-character', 'a\tb', 'a b'),
  named('path/invisible-character', 'a\u200db', 'a-b'),
  named('path/stream', 'ab:c', 'ab-c'),
  named('path/reserved-character', 'a*b', 'a+b'),
  named('path/segment', 'a/ b', 'a/b'),
  named('path/length', 'n'.repeat(241), 'n'.repeat(240)),
  named('path/depth', '1/2/3/4/5/6/7/8/9/10/11/12/13', '1/2/3/4/5/6/7/8/9/10/11/12'),
  named('path/system-litter', '.DS_Store', 'DS_Store'),
];

/** The two rules that a person decides about. */
const REVIEWED: readonly Case[] = [
  spoiled(
    'zip/stray-directory',
    'empty folder',
    archive(FILE, { name: 'empty/' }),
    archive({ name: 'd/' }, { ...FILE, name: 'd/e/a' }),
  ),
  named('path/mixed-script', 'pаypal', 'paypal'),
];

async function rulesOf(bytes: Buffer, under: Limits, fileName?: string): Promise<string[]> {
  return (await containerView(bytes, under, fileName)).findings.map(({ rule }) => rule);
}

describe('every rule of zip/ and path/', () => {
  it('has a fixture', () => {
    const all = RULE_IDS.filter((id) => /^(?:zip|path)\//.test(id));
    expect(new Set([...CASES, ...REVIEWED].map(({ rule }) => rule))).toEqual(new Set(all));
  });

  it.each([...CASES, ...REVIEWED])('$rule: $why, and nothing else', async ({ rule, bad, badName, limits: under }) => {
    expect(await rulesOf(bad, under ?? DEFAULT_LIMITS, badName)).toEqual([rule]);
  });

  it.each([...CASES, ...REVIEWED])('$rule: $why; the twin passes', async ({ rule, good, limits: under }) => {
    // There is no smaller ZIP than the one that is one byte too large; its twin is the same under a limit that fits.
    if (rule === 'zip/archive-size') expect(await rulesOf(GOOD, limits({ archiveBytes: GOOD.length }))).toEqual([]);
    else expect(await rulesOf(good, under ?? DEFAULT_LIMITS)).toEqual([]);
  });

  it('takes an empty archive for an archive', async () => {
    expect(await containerView(archive())).toEqual({ findings: [], files: [] });
  });
});

describe('ambiguous archives (A1 to C5)', () => {
  const all = ambiguities();

  it('come in every type', () => {
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(Object.keys(AMBIGUITY_TYPES)));
    expect(all.length).toBeGreaterThan(400);
  });

  it.each(Object.entries(AMBIGUITY_TYPES))(
    '%s (%s): each variant has its one finding, each twin none',
    async (type) => {
      for (const { variant, rule, bytes, twin } of all.filter((one) => one.type === type)) {
        const { findings } = await containerView(bytes);
        expect([variant, ...findings.map((found) => found.rule)]).toEqual([variant, rule]);
        expect(findings[0]?.severity).toBe('no-op');
        expect([variant, ...(await rulesOf(twin, DEFAULT_LIMITS))]).toEqual([variant]);
      }
    },
  );
});

describe('what a finding says', () => {
  it('names hidden bytes with offset and length', async () => {
    const hidden = zip({ entries: [FILE, { ...OTHER, without: 'central' }, { name: 'c.txt', data: 'c' }] });
    const { findings } = await containerView(hidden);
    const length = 30 + 'b.txt'.length + deflateRawSync('Something else.\n').length;
    const offset = 30 + 'a.txt'.length + PACKED.length;
    expect(findings).toMatchObject([{ rule: 'zip/gap', offset, detail: { variant: 'hidden-entry', length } }]);
  });

  it('names every header field that differs', async () => {
    const { findings } = await containerView(archive({ ...FILE, local: { sizeBytes: 1, crc32: 2 } }));
    expect(findings[0]?.detail).toMatchObject({
      fields: ['size', 'crc'],
      variant: 'size',
      central: '1200',
      local: '1',
    });
  });

  it('counts the litter of a Mac once', async () => {
    const litter = ['__MACOSX/._a.txt', '__MACOSX/._b.txt', '__MACOSX/docs/._c'].map((name) => ({ name, data: 'x' }));
    const { findings } = await containerView(archive(FILE, ...litter));
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ rule: 'path/system-litter', detail: { variant: 'macos', count: 3 } });
  });

  it('says that the directory lies in a comment, when it does', async () => {
    const { findings } = await containerView(zip({ entries: [FILE], comment: archive(OTHER) }));
    expect(findings).toMatchObject([{ rule: 'zip/comment', detail: { length: archive(OTHER).length } }]);
  });
});

describe('entries', () => {
  it('of a proven archive read twice give equal bytes', async () => {
    const proof = await proveArchive(GOOD, 'x.uaix', DEFAULT_LIMITS);
    const [first] = proof.entries ?? [];
    expect(first).toMatchObject({ name: 'a.txt', sizeBytes: 1200, method: 8, condemned: false, offset: 0 });
    expect(first?.read()).toEqual({ ok: true, bytes: Buffer.from(TEXT) });
    expect(first?.read()).toEqual(first?.read());
  });

  it('with a bad name are condemned and can still be looked at', async () => {
    const proof = await proveArchive(archive(FILE, { ...OTHER, name: '../b' }), 'x.uaix', DEFAULT_LIMITS);
    expect(proof.entries?.map(({ name, condemned }) => [name, condemned])).toEqual([
      ['a.txt', false],
      ['../b', true],
    ]);
    expect(proof.entries?.[1]?.read()).toEqual({ ok: true, bytes: Buffer.from('Something else.\n') });
  });

  it('with spoiled headers are condemned and report nothing again', async () => {
    const proof = await proveArchive(archive({ ...FILE, local: { crc32: 1 } }), 'x.uaix', DEFAULT_LIMITS);
    expect(proof.findings).toHaveLength(1);
    expect(proof.entries?.[0]?.condemned).toBe(true);
    expect(proof.entries?.[0]?.read()).toEqual({ ok: false, findings: [] });
  });

  it('that collide are both condemned', async () => {
    const proof = await proveArchive(archive(FILE, { ...OTHER, name: 'A.txt' }), 'x.uaix', DEFAULT_LIMITS);
    expect(proof.entries?.map(({ condemned }) => condemned)).toEqual([true, true]);
  });

  it('are not given when the structure is not proven', async () => {
    const proof = await proveArchive(zip({ entries: [FILE], suffix: Buffer.from('x') }), 'x.uaix', DEFAULT_LIMITS);
    expect(proof.entries).toBeNull();
  });
});
