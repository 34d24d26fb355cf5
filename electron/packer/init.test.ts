import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { MANIFEST_PATH } from '../../shared/models.ts';
import { inspectArchive } from '../inspect/inspect.ts';
import { ProblemError } from '../problem.ts';
import { initFolder } from './init.ts';
import { packFolder } from './pack.ts';
import { bundledPack, folderWith } from './testing.ts';

const pack = bundledPack();
const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

async function problemCode(act: Promise<unknown>): Promise<unknown> {
  const thrown = await act.then(
    () => null,
    (error: unknown) => error,
  );
  return thrown instanceof ProblemError ? thrown.problem : thrown;
}

describe('a new folder', () => {
  it('gets every file that the scope requires', async () => {
    const folder = join(folderWith({}), 'new/marlow');
    const { written, kept } = await initFolder(folder, ['persona_profile'], { pack });
    expect([...written].sort()).toEqual([
      '.uai/identity.uai',
      MANIFEST_PATH,
      '.uai/memory-maintenance.uai',
      '.uai/persona.uai',
      '.uai/short-term-memory.uai',
      '.uai/taboo.uai',
      '.uai/talisman.uai',
      '.uai/totem.uai',
      '.uai/world-context.uai',
    ]);
    expect(kept).toEqual([]);
    expect(read(folder, '.uai/persona.uai')).toMatch(/^## Consent boundary$/mu);
  });

  it('is named by its folder, or as it is told; a name without Latin letters stays a title', async () => {
    const manifestOf = async (folder: string, name?: string) => {
      await initFolder(folder, ['persona'], { pack, ...(name === undefined ? {} : { name }) });
      const { packageId, profileId, title, declaredScopes } = JSON.parse(read(folder, MANIFEST_PATH));
      return { packageId, profileId, title, declaredScopes };
    };
    const declaredScopes = ['persona_profile'];
    expect(await manifestOf(join(folderWith({}), 'Évening Class'))).toEqual({
      packageId: 'evening-class',
      profileId: 'evening-class',
      title: 'Évening Class',
      declaredScopes,
    });
    expect(await manifestOf(folderWith({}), 'Marlow (2)')).toMatchObject({
      packageId: 'marlow-2',
      title: 'Marlow (2)',
    });
    expect(await manifestOf(folderWith({}), '灯室')).toMatchObject({ packageId: 'my-package', title: '灯室' });
  });

  it('holds the sets of several scopes once each', async () => {
    const folder = folderWith({});
    const { written } = await initFolder(folder, ['advanced_persona', 'long_memory', 'long_term_memory'], { pack });
    expect(new Set(written).size).toBe(written.length);
    // 7 universal, persona, 22 details, 5 evidence, ledger, manifest.
    expect(written.length).toBe(7 + 1 + 22 + 5 + 1 + 1);
  });
});

describe('what is there already', () => {
  it('stays as it is', async () => {
    const folder = folderWith({ '.uai/taboo.uai': 'My own words.\n', 'notes.txt': 'other' });
    const { written, kept } = await initFolder(folder, ['persona_profile'], { pack });
    expect(kept).toEqual(['.uai/taboo.uai']);
    expect(written).toContain('.uai/totem.uai');
    expect(read(folder, '.uai/taboo.uai')).toBe('My own words.\n');
    expect((await initFolder(folder, ['persona_profile'], { pack })).written).toEqual([]);
  });

  it('is never written through a link', async () => {
    const outside = folderWith({});
    const folder = folderWith({});
    symlinkSync(outside, join(folder, '.uai'));
    expect(await problemCode(initFolder(folder, ['persona_profile'], { pack }))).toMatchObject({
      code: 'source-special',
    });
    expect(existsSync(join(outside, 'taboo.uai'))).toBe(false);

    const other = folderWith({});
    mkdirSync(join(other, '.uai'));
    symlinkSync(join(outside, 'taken.uai'), join(other, '.uai/taboo.uai'));
    expect((await initFolder(other, ['persona_profile'], { pack })).kept).toEqual(['.uai/taboo.uai']);
    expect(existsSync(join(outside, 'taken.uai'))).toBe(false);
  });

  it('may be a file where a folder is needed: that is said', async () => {
    const file = join(folderWith({ 'a.txt': 'text' }), 'a.txt');
    expect(await problemCode(initFolder(file, ['persona_profile'], { pack }))).toEqual({
      code: 'source-special',
      values: { variant: 'not-a-folder', path: file },
    });
  });
});

describe('scopes', () => {
  it('that the pack does not have, and none at all, are a bad request; nothing is written', async () => {
    const folder = join(folderWith({}), 'new');
    expect(await problemCode(initFolder(folder, ['persona_profile', 'poetry'], { pack }))).toEqual({
      code: 'bad-request',
      values: {
        variant: 'scope',
        what: 'poetry',
        known:
          'project_handoff, code_bearing, persona_profile, non_project_assistant, advanced_persona_profile, long_term_memory, agent_file_handoff',
      },
    });
    expect(await problemCode(initFolder(folder, [], { pack }))).toMatchObject({
      code: 'bad-request',
      values: { variant: 'no-scope' },
    });
    expect(existsSync(folder)).toBe(false);
  });
});

describe('a skeleton whose headings are filled', () => {
  const scopes = [...pack.scopes.keys()].filter((id) => id !== 'universal');

  it.each(scopes)('%s packs and lints without a finding', async (scope) => {
    const folder = folderWith({});
    const { written } = await initFolder(folder, [scope], { pack, name: 'Evening class' });
    for (const path of written.filter((one) => !one.endsWith('.json'))) {
      const text = read(folder, path);
      // One sentence under each heading, so that nothing else can cover an obligation.
      writeFileSync(
        join(folder, path),
        text.replace(/^(#+) (.*)$/gmu, '$1 $2\n\nThe evening class agreed on these words in June.'),
      );
    }
    const now = (): Date => new Date('2026-07-01T00:00:00Z');
    const { archive } = await packFolder(folder, { pack, now });
    const { findings } = await inspectArchive(archive, { fileName: 'a.uaix', limits: DEFAULT_LIMITS, pack });
    expect(findings).toEqual([]);
  });
});
