import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uaixPack } from '../../../e2e/fixtures/format-stages.ts';
import { buildPackage, type ManifestDraft } from '../../../e2e/fixtures/package-builder.ts';
import { claimsOf } from './claims.ts';
import { firstBadByte } from './json-text.ts';
import { parseManifest } from './parse.ts';
import { timestampFault } from './timestamp.ts';

const parse = (value: unknown) => parseManifest(Buffer.from(JSON.stringify(value, null, 2)), uaixPack());
const edited = (change: (manifest: ManifestDraft) => void) => parse(buildPackage().edit(change).manifest());

describe('one fault, one finding, at its place', () => {
  it('all twelve members of an empty object', () => {
    const { findings } = parse({});
    expect(findings.map(({ rule, detail }) => [rule, detail.variant, detail.member])).toEqual(
      [
        'uaixVersion',
        'packageFormat',
        'packageId',
        'profileId',
        'status',
        'createdUtc',
        'issuer',
        'declaredScopes',
        'entrypoints',
        'files',
        'integrity',
        'supportBoundary',
      ].map((member) => ['manifest/schema', 'missing', member]),
    );
    expect(findings[0]).toMatchObject({ path: '.uai/manifest.uaix.json', pointer: '', line: 1, column: 1 });
  });

  it('all nine members of an empty file entry', () => {
    const { findings } = edited((manifest) => {
      manifest.files = [{} as never];
      manifest.entrypoints = ['.uai/identity.uai'];
    });
    expect(findings.map(({ detail }) => detail.member)).toEqual([
      'path',
      'role',
      'requiredStatus',
      'scope',
      'mediaType',
      'sizeBytes',
      'sha256',
      'reviewState',
      'source',
    ]);
    expect(new Set(findings.map(({ pointer }) => pointer))).toEqual(new Set(['/files/0']));
  });

  it.each([
    ['packageId', '', 'identifier'],
    ['packageId', '../x', 'identifier'],
    ['packageId', 'a b', 'identifier'],
    ['packageId', 'x'.repeat(201), 'identifier'],
    ['profileId', 7, 'type'],
    ['issuer', ' ', 'issuer'],
    ['issuer', {}, 'issuer'],
    ['issuer', { name: 4 }, 'issuer'],
    ['issuer', null, 'issuer'],
    ['entrypoints', 'AGENTS.md', 'entrypoints'],
    ['entrypoints', [{ file: 'AGENTS.md' }], 'entrypoints'],
    ['entrypoints', [['AGENTS.md']], 'entrypoints'],
    ['files', {}, 'files-object'],
    ['files', 'none', 'type'],
    ['supportBoundary', 4, 'support-boundary'],
    ['status', '', 'text'],
    ['declaredScopes', 'persona', 'type'],
  ])('%s: %j', (member, value, variant) => {
    const { findings } = edited((manifest) => Object.assign(manifest, { [member]: value }));
    expect(findings.map(({ rule, detail, pointer }) => [rule, detail.variant, pointer?.split('/')[1]])).toEqual([
      ['manifest/schema', variant, member],
    ]);
  });

  it.each([
    ['sizeBytes', -1, 'size'],
    ['sizeBytes', 1.5, 'type'],
    ['sizeBytes', '4', 'type'],
    ['sizeBytes', 2 ** 53, 'size'],
    ['sha256', 'abc', 'digest'],
    ['sha256', `${'a'.repeat(64)}\n`, 'digest'],
    ['source', '', 'source'],
    ['source', {}, 'source'],
    ['role', '   ', 'text'],
  ])('files[2].%s: %j', (member, value, variant) => {
    const { findings, manifest } = edited((draft) => Object.assign(draft.files[2] as object, { [member]: value }));
    expect(findings.map(({ detail, pointer }) => [detail.variant, pointer])).toEqual([[variant, `/files/2/${member}`]]);
    expect(manifest?.files.map(({ index }) => index)).toEqual([0, 1, 3, 4, 5, 6, 7]);
  });

  it('lists no more than a person can read, and says how many there are', () => {
    const { findings } = edited((manifest) => {
      manifest.files = Array.from({ length: 300 }, () => ({}) as never);
    });
    const schema = findings.filter(({ rule }) => rule === 'manifest/schema');
    expect(schema.length).toBe(101);
    expect(schema.at(-1)?.detail).toEqual({ variant: 'more', count: 2_600 });
  });

  it('points to line and column', () => {
    const { findings } = edited((manifest) => Object.assign(manifest, { packageId: 'a/b' }));
    // `  "packageId": "a/b",` is the fourth line of the text as JSON.stringify writes it.
    expect(findings[0]).toMatchObject({ pointer: '/packageId', line: 4, column: 16 });
  });
});

describe('what passed is usable', () => {
  it('resolves aliases, drops parameters and prefixes', () => {
    const { manifest } = edited((draft) => {
      draft.declaredScopes = ['Advanced-Persona', 'llm_wiki', 'nobody'];
      Object.assign(draft.files[0] as object, {
        scope: 'assistant',
        requiredStatus: 'Content-triggered required',
        mediaType: 'Text/Markdown; charset=utf-8',
        sha256: `sha256:${'AB'.repeat(32)}`,
        reviewState: 'In Review',
      });
    });
    expect(manifest?.scopes).toEqual(['advanced_persona_profile', 'long_term_memory']);
    expect(manifest?.files[0]).toMatchObject({
      scope: 'non_project_assistant',
      requiredStatus: 'content_triggered_required',
      mediaType: 'text/markdown',
      sha256: 'ab'.repeat(32),
      reviewState: 'in_review',
    });
  });

  it('claims what the manifest says', () => {
    const { manifest } = edited((draft) =>
      Object.assign(draft, {
        issuer: { id: 'lamp', label: 'Lamp Room' },
        supportBoundary: { use: ['For review.', 'Nothing runs.'] },
        entrypoints: { start: '.uai/persona.uai' },
        derivative: { of: 'x' },
      }),
    );
    if (!manifest) throw new Error('no manifest');
    expect(claimsOf(manifest, 9)).toEqual({
      packageId: 'lamp-room.marlow',
      profileId: 'marlow',
      title: 'Marlow, geometry tutor',
      issuer: 'Lamp Room',
      status: 'reviewed',
      createdUtc: '2026-06-24T12:00:00Z',
      scopes: ['persona_profile'],
      entrypoints: ['.uai/persona.uai'],
      supportBoundary: 'For review.\nNothing runs.',
      files: 9,
      derivative: true,
    });
    const bare = parse({ issuer: 4, title: ' ' }).manifest;
    expect(bare && claimsOf(bare, 0)).toMatchObject({ issuer: '', title: null, packageId: '', derivative: false });
  });
});

describe('any bytes', () => {
  it('give findings or a manifest, never an exception', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const members = [
      'packageId',
      'files',
      'issuer',
      'integrity',
      'entrypoints',
      'declaredScopes',
      'supportBoundary',
      'derivative',
      'status',
      'createdUtc',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...members), value, (member, spoiled) => {
        const { manifest } = edited((draft) => Object.assign(draft, { [member]: spoiled }));
        expect(manifest === null || claimsOf(manifest, 1).files === 1).toBe(true);
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const { manifest, findings } = parseManifest(Buffer.from(bytes), uaixPack());
        expect(manifest === null ? findings.length > 0 : true).toBe(true);
      }),
    );
  });

  it('say which byte is no UTF-8', () => {
    expect(firstBadByte(Buffer.from('abc\xff', 'latin1'))).toBe(3);
    expect(firstBadByte(Buffer.from([0x61, 0xe2, 0x82, 0x61]))).toBe(1);
    expect(firstBadByte(Buffer.from([0xe2, 0x82, 0xac, 0xc0, 0x80]))).toBe(3);
    expect(firstBadByte(Buffer.from([0x61, 0xe2, 0x82]))).toBe(1);
  });
});

it('timestamps', () => {
  const faults = [
    '2026-06-24T12:00:00Z',
    '2026-06-24T12:00:00.5Z',
    '0099-01-01T00:00:00Z',
    '2026-06-24T12:00:00',
    '2026-13-01T00:00:00Z',
    '2026-06-24 12:00:00Z',
    '2026-06-24T12:60:00Z',
  ];
  expect(faults.map(timestampFault)).toEqual([null, null, 'instant', 'zone', 'instant', 'form', 'instant']);
});
