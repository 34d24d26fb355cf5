/** Completes a draft: what the producer said is kept, what follows from the files and the format pack is filled. */
import type { FormatPack } from '../inspect/format/pack.ts';
import { describeFile, type FileDescription } from './describe.ts';
import { type Integrity, integrityOf, sha256Of } from './digest.ts';
import type { Draft } from './draft.ts';

/** One element of `files`, complete (format F4.2). Members the producer added follow. */
export interface PackedFile extends FileDescription {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** A manifest as it is written. Members that only a producer can say are absent when the draft does not say them. */
export interface PackedManifest {
  readonly createdUtc: string;
  readonly files: readonly PackedFile[];
  readonly integrity: Integrity;
  readonly [member: string]: unknown;
}

/** Order of members in the file: who and what first, the long list after it, the digest and the boundary last. */
const MEMBER_ORDER = [
  'uaixVersion',
  'packageFormat',
  'packageId',
  'profileId',
  'title',
  'description',
  'status',
  'createdUtc',
  'issuer',
  'declaredScopes',
  'entrypoints',
] as const;

const LAST_MEMBERS = ['files', 'integrity', 'supportBoundary'] as const;

/** What a package is until a person has looked at it (format F4.3). */
const STATUS_WHEN_ABSENT = 'review_required';

/**
 * @param contents every file but the manifest, in byte order of the path
 * @param now asked only when the draft has no `createdUtc`
 */
export function complete(
  draft: Draft,
  contents: readonly (readonly [path: string, bytes: Buffer])[],
  pack: FormatPack,
  now: () => Date,
): PackedManifest {
  const scopes = declaredScopesOf(draft);
  const files = contents.map(([path, bytes]): PackedFile => {
    const said = draft.files.get(path)?.members ?? {};
    const {
      path: _,
      role,
      requiredStatus,
      scope,
      mediaType,
      reviewState,
      source,
      ...others
    } = {
      ...describeFile(path, bytes, scopes, pack, said),
      ...said,
    } as FileDescription & Record<string, unknown>;
    const proven = { sizeBytes: bytes.length, sha256: sha256Of(bytes) };
    return { path, role, requiredStatus, scope, mediaType, ...proven, reviewState, source, ...withoutProven(others) };
  });
  const members: Record<string, unknown> = {
    uaixVersion: pack.header.uaixVersion.canonical,
    packageFormat: pack.header.packageFormat.canonical,
    status: STATUS_WHEN_ABSENT,
    ...draft.members,
    createdUtc: draft.members.createdUtc ?? utcSeconds(now()),
    files,
    integrity: integrityOf(new Map(files.map((file) => [file.path, file.sha256]))),
  };
  return inOrder(members) as PackedManifest;
}

function withoutProven({ sizeBytes: _, sha256: __, ...others }: Record<string, unknown>): Record<string, unknown> {
  return others;
}

function declaredScopesOf(draft: Draft): readonly string[] {
  const declared = draft.members.declaredScopes;
  return Array.isArray(declared) ? declared.filter((scope): scope is string => typeof scope === 'string') : [];
}

/** `2026-07-04T09:30:00Z`: whole seconds are precise enough to say which edition is newer. */
function utcSeconds(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}

function inOrder(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known: readonly string[] = [...MEMBER_ORDER, ...LAST_MEMBERS];
  const others = Object.keys(members).filter((name) => !known.includes(name));
  const order = [...MEMBER_ORDER, ...others, ...LAST_MEMBERS].filter((name) => members[name] !== undefined);
  return Object.fromEntries(order.map((name) => [name, members[name]]));
}
