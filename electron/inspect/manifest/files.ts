/** Elements of `files` that passed the schema → declared files in canonical spellings; path rules on the way (format F3, F4). */
import { checkPath, findCollisions, shownName } from '../container/path-grammar.ts';
import type { FormatPack } from '../format/pack.ts';
import type { DeclaredFile } from '../package.ts';
import type { FindingList } from './finding-list.ts';
import type { PlaceIndex } from './place.ts';
import type { Spellings } from './spelling.ts';

interface RawFile {
  readonly path: string;
  readonly role: string;
  readonly requiredStatus: string;
  readonly scope: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly reviewState: string;
  readonly source: unknown;
}

/**
 * The declared files, without those whose path breaks a rule: they have their finding, and nothing more is said of them.
 * A path that is listed twice stays twice: that is inventory/duplicate.
 */
export function declaredFiles(
  files: readonly unknown[],
  passed: ReadonlySet<number>,
  pack: FormatPack,
  spellings: Spellings,
  places: PlaceIndex,
  findings: FindingList,
): readonly DeclaredFile[] {
  const sound: DeclaredFile[] = [];
  for (const index of passed) {
    const file = files[index] as RawFile;
    const pointer = `/files/${index}/path`;
    const faults = checkPath(file.path, 'manifest');
    for (const { rule, detail } of faults)
      findings.add(rule, places.locate(pointer), { ...detail, name: shownName(file.path.toWellFormed()) });
    const condemned = faults.some(({ rule }) => rule !== 'path/mixed-script' && rule !== 'path/system-litter');
    if (!condemned) sound.push(canonical(file, index, pack, spellings));
  }
  return withoutCollisions(sound, places, findings);
}

function canonical(file: RawFile, index: number, pack: FormatPack, spellings: Spellings): DeclaredFile {
  const { requiredStatuses, reviewStates } = pack.vocabulary;
  const at = (member: string): string => `/files/${index}/${member}`;
  return {
    index,
    path: file.path,
    role: file.role,
    requiredStatus:
      spellings.token(file.requiredStatus, requiredStatuses, 'requiredStatus', at('requiredStatus')) ??
      file.requiredStatus,
    scope: spellings.scope(file.scope, at('scope')) ?? file.scope,
    mediaType: (file.mediaType.split(';')[0] ?? '').trim().toLowerCase(),
    sizeBytes: file.sizeBytes,
    sha256: spellings.digest(file.sha256, 'sha256', at('sha256')),
    reviewState: spellings.token(file.reviewState, reviewStates, 'reviewState', at('reviewState')) ?? file.reviewState,
    source: file.source,
  };
}

/** Two listings that are one file on some system. Listings equal byte for byte are left for the inventory. */
function withoutCollisions(
  files: readonly DeclaredFile[],
  places: PlaceIndex,
  findings: FindingList,
): readonly DeclaredFile[] {
  const distinct = [...new Map(files.map((file) => [file.path, file])).values()];
  const collided = new Set<string>();
  for (const { rule, index, detail } of findCollisions(distinct.map(({ path }) => path))) {
    const file = distinct[index] as DeclaredFile;
    collided.add(file.path);
    const place = places.locate(`/files/${file.index}/path`);
    findings.add(rule, place, { ...detail, where: 'manifest', name: file.path });
  }
  return files.filter(({ path }) => !collided.has(path));
}
