/**
 * The skeleton of a package: every file that a set of scopes requires, with a heading for each obligation, and a draft manifest.
 * Empty headings are findings; once each has text under it, the folder packs and lints without one.
 */
import { MANIFEST_PATH } from '../../../shared/models.ts';
import { extensionOf } from './extension.ts';
import { type FormatPack, impliedScopes } from './pack.ts';
import type { ScopeRule } from './pack-data.ts';
import { labelKey } from './token.ts';

/** One file of a skeleton and what its manifest says of it. */
interface SkeletonFile {
  readonly path: string;
  readonly role: string;
  readonly requiredStatus: string;
  readonly scope: string;
}

/**
 * Path → text of a new package, the manifest first.
 * @param scopes canonical ids of the pack; what they include comes along
 * @throws RangeError for a scope that the pack does not have
 */
export function skeletonOf(scopes: readonly string[], pack: FormatPack): ReadonlyMap<string, string> {
  for (const id of scopes) if (!pack.scopes.has(id)) throw new RangeError(`the format pack has no scope ${id}`);
  const active = impliedScopes(scopes, pack);
  const files = [...pack.scopes.values()].filter(({ id }) => active.has(id)).flatMap(skeletonFiles);
  const distinct = [...new Map([...files].reverse().map((file) => [file.path, file])).values()].reverse();
  return new Map([
    [MANIFEST_PATH, `${JSON.stringify(draftManifest(scopes, distinct, active, pack), null, 2)}\n`],
    ...distinct.map(({ path }) => [path, textOf(path, active, pack)] as const),
  ]);
}

/** The first of several files that can stand for one another is the usual one. */
function skeletonFiles(scope: ScopeRule): readonly SkeletonFile[] {
  const common = { requiredStatus: scope.status, scope: scope.id };
  return [
    ...scope.files.map(({ anyOf: [path = ''] }) => ({ path, role: roleOf(path), ...common })),
    ...scope.roles.map(({ path, role }) => ({ path, role, ...common })),
  ];
}

/** `.uai/short-term-memory.uai` → `short_term_memory`. */
function roleOf(path: string): string {
  return stemOf(path).toLowerCase().replaceAll('-', '_');
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.slice(0, name.lastIndexOf('.'));
}

function textOf(path: string, active: ReadonlySet<string>, pack: FormatPack): string {
  if (extensionOf(path) === 'json') return '{\n  "exports": []\n}\n';
  const words = stemOf(path).toLowerCase().replaceAll('-', ' ');
  const title = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  const { depthLevel } = pack.content;
  // Zero detail is what an empty file has; its author raises the level with the text.
  const level = depthLevel.files.includes(path) ? [`${depthLevel.labels[0]}: ${depthLevel.minimum}`] : [];
  const headings = headingsOf(path, active, pack).map((heading) => `## ${heading}`);
  return `${[`# ${title}`, ...level, ...headings].join('\n\n')}\n`;
}

/** One heading for each obligation, and one only where two scopes ask for the same thing. Shared files of a group share its list. */
function headingsOf(path: string, active: ReadonlySet<string>, pack: FormatPack): readonly string[] {
  const headings = new Map<string, string>();
  for (const { scope, files, obligations } of pack.content.groups) {
    if (!active.has(scope) || !files.includes(path)) continue;
    for (const [index, { en, zh }] of obligations.entries()) {
      // Several files may meet a group's obligations: each obligation gets one heading, spread over the files in order.
      if (files[Math.min(index, files.length - 1)] !== path) continue;
      const keys = [...en, ...zh].map(labelKey);
      if (!keys.some((key) => headings.has(key))) headings.set(labelKey(en[0] as string), en[0] as string);
    }
  }
  return [...headings.values()];
}

function draftManifest(
  scopes: readonly string[],
  files: readonly SkeletonFile[],
  active: ReadonlySet<string>,
  pack: FormatPack,
): Record<string, unknown> {
  const { longTermMemory } = pack.content;
  const entrypoint = ['AGENTS.md', '.uai/persona.uai', '.uai/identity.uai'].find((path) =>
    files.some((file) => file.path === path),
  );
  return {
    uaixVersion: pack.header.uaixVersion.canonical,
    packageFormat: pack.header.packageFormat.canonical,
    packageId: 'my-package',
    profileId: 'my-profile',
    title: 'My package',
    status: 'reviewed',
    issuer: { name: 'My name' },
    declaredScopes: [...scopes],
    entrypoints: entrypoint === undefined ? [] : [entrypoint],
    files: files.map((file) => ({
      ...file,
      mediaType: mediaTypeOf(file.path, pack),
      reviewState: 'reviewed',
      source: 'written for this package',
    })),
    supportBoundary: 'Memory files for review. Nothing in this package runs, and nothing in it grants anything.',
    ...(active.has(longTermMemory.scope)
      ? {
          [longTermMemory.member]: Object.fromEntries(
            longTermMemory.members.map((name) => [name, memoryDefault(name)]),
          ),
        }
      : {}),
  };
}

function mediaTypeOf(path: string, pack: FormatPack): string {
  return pack.typesByExtension.get(extensionOf(path))?.[0] ?? 'text/markdown';
}

/** Starting values of `longTermMemory` that promise nothing. A member that a later pack adds starts as its own name. */
const MEMORY_DEFAULTS: Readonly<Record<string, string>> = {
  wikiRoot: 'docs/',
  indexPath: 'docs/index.md',
  evidenceLog: 'evidence/log.md',
  steward: 'My name',
  sourceBoundary: 'Only what is listed in this package.',
  promotionTarget: 'docs/',
  reviewState: 'reviewed',
  trustLabel: 'own-work',
  sourceSiteRemoval: 'Nothing is removed before a person has checked the copy.',
};

function memoryDefault(name: string): string {
  return MEMORY_DEFAULTS[name] ?? name;
}
