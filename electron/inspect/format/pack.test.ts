import { describe, expect, it } from 'vitest';
import { brief, judge, packFiles, uaixPack } from '../../../e2e/fixtures/format-stages.ts';
import { buildPackage } from '../../../e2e/fixtures/package-builder.ts';
import { impliedScopes, parseFormatPack } from './pack.ts';

/** Members of the pack's files that the tests change. */
interface PackData {
  readonly universal: { readonly files: { anyOf: string[]; purpose: string }[] };
  readonly scopes: { readonly aliases: string[] }[];
  readonly depthLevel: object;
}

/** The pack with one file changed, as somebody would write the next version of the format. */
function changed(name: string, change: (data: PackData) => void): Map<string, Buffer> {
  const files = packFiles();
  const data = JSON.parse((files.get(name) as Buffer).toString('utf8'));
  change(data);
  return files.set(name, Buffer.from(JSON.stringify(data)));
}

describe('the format pack uaix-0.1', () => {
  it('names itself, with a digest over all of its files', () => {
    const { id } = uaixPack();
    expect(id).toMatchObject({ id: 'uaix-0.1', version: '3.138.0' });
    expect(id.sha256).toMatch(/^[0-9a-f]{64}$/);
    const one = changed('pack.json', (data) => Object.assign(data, { published: '2026-06-25' }));
    expect(parseFormatPack(one).id.sha256).not.toBe(id.sha256);
    expect(parseFormatPack(new Map([...packFiles()].reverse())).id.sha256).toBe(id.sha256);
  });

  it('has the closed sets of the page', () => {
    const { scopes } = uaixPack();
    const counts = [...scopes].map(([id, { files, roles }]) => [id, files.length + roles.length]);
    expect(Object.fromEntries(counts)).toEqual({
      universal: 7,
      project_handoff: 5,
      code_bearing: 4,
      non_project_assistant: 1,
      persona_profile: 1,
      advanced_persona_profile: 27,
      long_term_memory: 1,
      agent_file_handoff: 1,
    });
    expect([...impliedScopes(['advanced_persona_profile'], uaixPack())]).toEqual([
      'universal',
      'advanced_persona_profile',
      'persona_profile',
    ]);
  });

  it('compares member names without case and separators', () => {
    const { authorityMembers, mutationMembers, runtimeMembers } = uaixPack();
    expect(authorityMembers.has('toolgrants') && mutationMembers.has('anchormutation')).toBe(true);
    expect(runtimeMembers.has('runonload')).toBe(true);
  });
});

describe('another version of the format is another folder of data', () => {
  const next = () => {
    const files = changed('scopes.json', (data) => {
      data.universal.files.push({ anyOf: ['.uai/lantern.uai'], purpose: 'lantern' });
    });
    const header = {
      ...JSON.parse((files.get('pack.json') as Buffer).toString('utf8')),
      id: 'uaix-0.2',
      version: '4.0.0',
    };
    header.uaixVersion = { canonical: '0.2', aliases: [] };
    return parseFormatPack(files.set('pack.json', Buffer.from(JSON.stringify(header))));
  };

  it('asks for the file that the new set adds, and accepts a package that has it', async () => {
    const old = buildPackage({ members: { uaixVersion: '0.2' } });
    expect(brief((await judge(old, next())).findings)).toEqual(['scope/missing-file .uai/lantern.uai']);
    const lantern = { role: 'lantern', requiredStatus: 'universal_required', scope: 'universal' };
    const fresh = buildPackage({ members: { uaixVersion: '0.2' } }).put(
      '.uai/lantern.uai',
      '# Lantern\n\nLight.\n',
      lantern,
    );
    expect((await judge(fresh, next())).findings).toEqual([]);
  });

  it('refuses a package of the old version', async () => {
    const { findings } = await judge(buildPackage(), next());
    expect(findings.map(({ rule }) => rule)).toContain('manifest/version');
  });
});

describe('a pack that is not whole is refused when it is read', () => {
  it.each([
    [
      'a missing file',
      (() => {
        const files = packFiles();
        files.delete('types.json');
        return files;
      })(),
      /types\.json is missing/,
    ],
    ['an unknown file', packFiles().set('extra.json', Buffer.from('{}')), /extra\.json is unknown/],
    ['broken JSON', packFiles().set('types.json', Buffer.from('{')), /types\.json is not JSON/],
    ['not UTF-8', packFiles().set('types.json', Buffer.from([0x22, 0xff, 0x22])), /types\.json is not JSON/],
    ['a misspelt member', changed('members.json', (data) => Object.assign(data, { authorities: [] })), /members\.json/],
    [
      'a scope of nobody',
      changed('content.json', (data) => Object.assign(data.depthLevel, { scope: 'nobody' })),
      /nobody is not a scope/,
    ],
    [
      'one name for two scopes',
      changed('scopes.json', (data) => data.scopes[0]?.aliases.push('code')),
      /names two scopes/,
    ],
    [
      'a schema that is none',
      changed('manifest.schema.json', (data) => Object.assign(data, { type: 'thing' })),
      /is not a schema/,
    ],
  ] as const)('%s', (_, files, message) => {
    expect(() => parseFormatPack(files)).toThrow(message);
    expect(() => parseFormatPack(files)).toThrow(RangeError);
  });
});
