import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brief, judge, uaixPack } from '../../../e2e/fixtures/format-stages.ts';
import { buildPackage, type PackageBuilder } from '../../../e2e/fixtures/package-builder.ts';
import { createText } from '../../../shared/text.ts';
import { findManifest } from '../manifest/find.ts';
import { checkInventory } from '../manifest/inventory.ts';
import { parseManifest } from '../manifest/parse.ts';
import { checkFormat } from './check.ts';
import { fileKind } from './types.ts';

/** Twelve files of the closed set that a persona generator of the public page leaves out. */
const LEFT_OUT = [
  'religion-worldview',
  'political-leaning',
  'sense-of-winter',
  'sense-of-spring-fall',
  'super-fashion-style',
  'jewelry-choices',
  'birth-age-generation',
  'emotional-patterns',
  'behavioral-patterns',
  'examples-dialogue',
  'adaptation-rules',
  'preservation-rules',
];

/** A package as the persona generator page draws it. */
function generated(): PackageBuilder {
  const builder = buildPackage({ scopes: ['advanced_persona_profile'], members: { status: 'review_required' } });
  builder.drop('.uai/memory-maintenance.uai');
  for (const name of LEFT_OUT) builder.drop(`.uai/personality/${name}.uai`);
  for (const name of ['source-excerpts', 'fidelity-test-bench', 'variance-report', 'source-platform'])
    builder.drop(`evidence/${name}.md`);
  const extra = { scope: 'advanced_persona_profile', requiredStatus: 'profile_required' };
  builder.put('.uai/personality/selected-type.uai', '# Selected type\n\nTutor.\n', extra);
  builder.put('.uai/personality/import-variance.uai', '# Import variance\n\nNone known.\n', extra);
  builder.put('.uai/exports/llms.uai', '# Overview\n\nA tutor of geometry.\n', extra);
  return builder.edit((manifest) => Object.assign(manifest.integrity, { packageDigest: '0'.repeat(64) }));
}

describe('a package of the public persona generator', () => {
  it('gets exactly the findings a person needs to repair it', async () => {
    const { findings } = await judge(generated());
    expect(brief(findings)).toEqual([
      ...['scope/missing-file', 'scope/missing-file', 'scope/missing-file', 'scope/missing-file'],
      'scope/missing-file .uai/memory-maintenance.uai',
      ...[...LEFT_OUT].sort().map((name) => `scope/missing-file .uai/personality/${name}.uai`),
      'inventory/package-digest-sentinel .uai/manifest.uaix.json',
      'scope/status-mismatch .uai/personality/import-variance.uai',
      'scope/status-mismatch .uai/personality/selected-type.uai',
    ]);
    expect(findings.slice(0, 4).map(({ detail }) => detail.role)).toEqual([
      'fidelity_test_bench',
      'source_excerpts',
      'source_platform_profile',
      'variance_report_template',
    ]);
  });

  it('says in both languages what each missing file is for', async () => {
    const { findings } = await judge(generated());
    const missing = findings.find(({ path }) => path === '.uai/personality/sense-of-winter.uai');
    if (!missing) throw new Error('not reported');
    expect(createText('en').findingText(missing).explanation).toBe(
      "The scope `advanced_persona_profile` requires .uai/personality/sense-of-winter.uai, and it is not there. It describes the persona's winter style.",
    );
    expect(createText('zh-CN').findingText(missing).explanation).toBe(
      '声明的范围 `advanced_persona_profile` 要求 .uai/personality/sense-of-winter.uai，包内没有此文件。它描述角色的冬季风格。',
    );
  });
});

describe('the manifest among the entries', () => {
  const entry = (name: string) => ({
    name,
    sizeBytes: 2,
    compressedBytes: 2,
    crc32: 0,
    method: 0 as const,
    offset: 0,
    condemned: false,
    read: () => ({ ok: true as const, bytes: Buffer.from('{}') }),
  });
  const found = (...names: readonly string[]) =>
    findManifest(names.map(entry)).findings.map(({ rule, detail }) => `${rule} ${String(detail.variant ?? '')}`.trim());

  it.each([
    ['a starter ZIP without one', ['.uai/totem.uai', 'README.md'], ['manifest/missing']],
    ['another case', ['.uai/Manifest.uaix.json'], ['manifest/missing case']],
    ['backslashes', ['.uai\\manifest.uaix.json'], ['manifest/missing backslash']],
    ['a folder around the package', ['marlow/.uai/manifest.uaix.json'], ['manifest/missing elsewhere']],
    ['two', ['.uai/manifest.uaix.json', '.uai/manifest.uaix.json'], ['manifest/duplicate']],
    ['one', ['.uai/manifest.uaix.json', '.uai/totem.uai'], []],
  ])('%s', (_, names, expected) => {
    expect(found(...names)).toEqual(expected);
    for (const language of ['en', 'zh-CN'] as const) {
      for (const finding of findManifest(names.map(entry)).findings) {
        const { title, explanation, todo } = createText(language).findingText(finding);
        expect(`${title}${explanation}${todo}`).not.toContain('{{');
        expect(todo.length).toBeGreaterThan(5);
      }
    }
  });
});

describe('no cascades', () => {
  const condemnedView = (paths: readonly string[]) => {
    const builder = buildPackage();
    const { manifest } = parseManifest(builder.manifestBytes() as Buffer, uaixPack());
    if (!manifest) throw new Error('no manifest');
    const files = manifest.files
      .filter(({ path }) => !paths.includes(path))
      .map((declared) => ({
        path: declared.path,
        sizeBytes: declared.sizeBytes,
        sha256: declared.sha256,
        declared,
        isText: true,
      }));
    const text = (path: string) => {
      const value = builder.files.get(path)?.toString('utf8') ?? '';
      return { text: value, encoding: 'utf-8' as const, lineStarts: [0] };
    };
    const view = { manifest, files, readText: text };
    return { view, inventory: checkInventory({ manifest, files, condemned: new Set(paths) }) };
  };

  it('a file that the container condemns is not also missing, empty or silent', () => {
    const { view, inventory } = condemnedView(['.uai/persona.uai', '.uai/totem.uai']);
    expect([...inventory, ...checkFormat(view, uaixPack())]).toEqual([]);
  });

  it('a name with backslashes, condemned in the archive, is not also missing from it', () => {
    const { view } = condemnedView(['.uai/totem.uai']);
    const { manifest, files } = view;
    expect(checkInventory({ manifest, files, condemned: new Set(['.uai\\totem.uai']) })).toEqual([]);
  });

  it('a listing with backslashes is that fault alone', async () => {
    const { findings } = await judge(
      buildPackage().edit((manifest) => Object.assign(manifest.files[3] as object, { path: '.uai\\totem.uai' })),
    );
    expect(brief(findings)).toEqual(['path/backslash .uai/manifest.uaix.json']);
  });

  it('a required file under another case is missing, list and archive agreeing or not', async () => {
    const totem = buildPackage().files.get('.uai/totem.uai') as Buffer;
    const { findings } = await judge(
      buildPackage().drop('.uai/totem.uai').put('.uai/Totem.uai', totem, { role: 'document' }),
    );
    expect(brief(findings)).toEqual(['scope/missing-file .uai/totem.uai']);
  });

  it('an empty file is empty: no level is missing in it, and empty JSON is no JSON', async () => {
    const advanced = buildPackage({ scopes: ['advanced_persona_profile'] });
    advanced.putUndeclared('.uai/personality/sense-of-winter.uai', '# Sense of winter\n');
    expect(brief((await judge(advanced)).findings)).toEqual(['content/empty .uai/personality/sense-of-winter.uai']);
    const project = buildPackage({ scopes: ['project_handoff'] }).putUndeclared('.uai/exports/manifest.json', '');
    expect(brief((await judge(project)).findings)).toEqual(['type/content .uai/exports/manifest.json']);
  });

  it('bytes that are no text are type/content, and nothing is said of what they do not say', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0xff, 0xfe, 0x80, 0x81]);
    const { findings } = await judge(buildPackage().putUndeclared('.uai/persona.uai', png));
    expect(brief(findings)).toEqual(['type/content .uai/persona.uai']);
  });

  it('an object-shaped list is one finding: nothing is undeclared, and the sets are judged by the archive', async () => {
    const { findings } = await judge(
      buildPackage()
        .drop('.uai/taboo.uai')
        .edit((manifest) =>
          Object.assign(manifest, { files: Object.fromEntries(manifest.files.map((one) => [one.path, one])) }),
        ),
    );
    expect(brief(findings)).toEqual(['manifest/schema .uai/manifest.uaix.json', 'scope/missing-file .uai/taboo.uai']);
  });
});

describe('places', () => {
  it('a finding about a listing stands at the file; line and column of the manifest are values of its message', async () => {
    const { findings } = await judge(
      buildPackage().edit((manifest) => Object.assign(manifest.files[3] as object, { sizeBytes: 1 })),
    );
    // By `grep -n` in the builder's manifest: `files` opens at line 19, each entry has 11 lines, `sizeBytes` is the sixth
    // member of the fourth.
    expect(findings).toEqual([
      {
        rule: 'inventory/size',
        severity: 'no-op',
        basis: 'spec',
        path: '.uai/totem.uai',
        pointer: '/files/3/sizeBytes',
        detail: { expected: 1, actual: 32, line: 59, column: 20 },
      },
    ]);
  });

  it('a finding about content stands at its line and column', async () => {
    const { findings } = await judge(
      buildPackage().replaceText('.uai/persona.uai', 'Voice: dry, warm, brief', '\n## Voice\n'),
    );
    expect(findings).toMatchObject([{ rule: 'content/persona', path: '.uai/persona.uai', line: 6, column: 1 }]);
  });
});

describe('whatever a manifest says', () => {
  it('ends in findings', async () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    const top = [
      'files',
      'issuer',
      'integrity',
      'entrypoints',
      'declaredScopes',
      'supportBoundary',
      'derivative',
      'longTermMemory',
      'status',
      'title',
      'anchorChanges',
    ];
    const inFile = [
      'path',
      'role',
      'requiredStatus',
      'scope',
      'mediaType',
      'sizeBytes',
      'sha256',
      'reviewState',
      'source',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...top, ...inFile), value, async (member, spoiled) => {
        const builder = buildPackage({ scopes: ['advanced_persona_profile', 'long_term_memory'] }).edit((manifest) =>
          Object.assign(inFile.includes(member) ? (manifest.files[3] as object) : manifest, { [member]: spoiled }),
        );
        const { findings } = await judge(builder);
        const english = createText('en');
        for (const finding of findings) expect(english.findingText(finding).explanation).not.toContain('{{');
      }),
      { numRuns: 150 },
    );
  });

  it('reports the same twice', async () => {
    const [first, second] = [await judge(generated()), await judge(generated())];
    expect(JSON.stringify(first.findings)).toBe(JSON.stringify(second.findings));
  });
});

it('kinds for the viewer are told by the bytes', () => {
  const kind = (bytes: Buffer, text: string | null) =>
    fileKind({ bytes, text: text === null ? null : { text, encoding: 'utf-8', lineStarts: [0] } });
  expect(kind(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), null)).toBe('image');
  expect(kind(Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'), null)).toBe('image');
  expect(kind(Buffer.from('%PDF-1.7\n'), '%PDF-1.7\n')).toBe('binary');
  expect(kind(Buffer.from('<svg/>'), '<svg/>')).toBe('text');
  expect(kind(Buffer.from([0, 1, 2, 255]), null)).toBe('binary');
});
