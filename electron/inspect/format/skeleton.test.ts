import { describe, expect, it } from 'vitest';
import { brief, judge, uaixPack } from '../../../e2e/fixtures/format-stages.ts';
import { ALL_SCOPES, buildPackage, type PackageBuilder } from '../../../e2e/fixtures/package-builder.ts';
import { skeletonOf } from './skeleton.ts';

const MANIFEST = '.uai/manifest.uaix.json';

/** The skeleton as a package: what `uaix pack` adds (sizes, hashes, digest, time) is added, and nothing else. */
function packed(scopes: readonly string[], fill: (text: string) => string): PackageBuilder {
  const skeleton = skeletonOf(scopes, uaixPack());
  const draft = JSON.parse(skeleton.get(MANIFEST) as string);
  const { files: listed, ...members } = draft;
  const builder = buildPackage({ scopes: [], members: { ...members, createdUtc: '2026-07-01T08:00:00Z' } });
  for (const path of [...builder.files.keys()]) builder.drop(path);
  for (const file of listed) builder.put(file.path, fill(skeleton.get(file.path) as string), file);
  expect(new Set(listed.map((file: { path: string }) => file.path))).toEqual(
    new Set([...skeleton.keys()].filter((path) => path !== MANIFEST)),
  );
  return builder;
}

const filled = (text: string): string => text.replace(/^(#+ .*)$/gm, '$1\n\nA sentence about it.');

describe('a skeleton', () => {
  it.each([
    ...ALL_SCOPES.map((scope) => [scope] as readonly string[]),
    [...ALL_SCOPES],
    ['persona_profile', 'non_project_assistant'],
  ])('of %s reports nothing once its headings are filled', async (...scopes) => {
    expect(brief((await judge(packed(scopes, filled))).findings)).toEqual([]);
  });

  it('of a persona says, before that, which files are empty and nothing else', async () => {
    const { findings } = await judge(packed(['persona_profile'], (text) => text));
    expect(brief(findings)).toEqual([
      'content/empty .uai/identity.uai',
      'content/empty .uai/memory-maintenance.uai',
      'content/empty .uai/persona.uai',
      'content/empty .uai/short-term-memory.uai',
      'content/empty .uai/taboo.uai',
      'content/empty .uai/talisman.uai',
      'content/empty .uai/totem.uai',
      'content/empty .uai/world-context.uai',
    ]);
  });

  it('with one heading filled asks for the ten others, each at its heading', async () => {
    const first = (text: string): string =>
      text.startsWith('# Persona') ? text.replace('## Name', '## Name\n\nMarlow') : filled(text);
    const { findings } = await judge(packed(['persona_profile'], first));
    expect(findings.map(({ rule, line, detail }) => [rule, line, detail.variant])).toEqual([
      ['content/persona', 7, 'purpose'],
      ['content/persona', 9, 'voice'],
      ['content/persona', 11, 'symbolic-posture'],
      ['content/persona', 13, 'interaction-stance'],
      ['content/persona', 15, 'relationship-boundary'],
      ['content/persona', 17, 'blocked-claims'],
      ['content/persona', 19, 'switching-behaviour'],
      ['content/persona', 21, 'privacy-boundary'],
      ['content/persona', 23, 'consent-boundary'],
      ['content/persona', 25, 'preservation-policy'],
    ]);
  });

  it('refuses a scope that the pack does not have', () => {
    expect(() => skeletonOf(['world_peace'], uaixPack())).toThrow(RangeError);
  });
});
