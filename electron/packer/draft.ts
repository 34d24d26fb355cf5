/** The manifest a producer wrote by hand: what it says is kept, what it leaves out is filled by the packer. */
import { type Finding, type FindingDetail, type FindingPlace, finding } from '../../shared/findings.ts';
import { MANIFEST_PATH } from '../../shared/models.ts';
import type { RuleId } from '../../shared/rules.ts';
import type { FormatPack } from '../inspect/format/pack.ts';
import { parseManifest } from '../inspect/manifest/parse.ts';
import { PackRefused, refuseAny } from './refusal.ts';

/** One element of the draft's `files`, with its index there. Only `path` is certain. */
export interface DraftFile {
  readonly index: number;
  readonly path: string;
  readonly members: Readonly<Record<string, unknown>>;
  /** Of its `path` in the draft. */
  readonly place: FindingPlace;
}

/** A draft that can be worked with. `members` holds everything but `files` and `integrity`. */
export interface Draft {
  readonly members: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, DraftFile>;
  /** True when the draft lists the manifest itself; it is left out of what is written (format F4.9). */
  readonly listsItself: boolean;
}

/** Rules of the manifest's text: what trips one of them cannot be completed, whatever else the draft says. */
const TEXT_RULES: ReadonlySet<RuleId> = new Set<RuleId>([
  'manifest/encoding',
  'manifest/size',
  'manifest/json',
  'manifest/depth',
  'manifest/duplicate-key',
  'manifest/reserved-key',
]);

/**
 * Reads the bytes of a draft with the inspector's own parser. What it lacks is no fault here: that is what the packer fills.
 * @throws PackRefused with the rules of manifest/, each at its line and column
 */
export function readDraft(bytes: Buffer | undefined, pack: FormatPack): Draft {
  if (bytes === undefined) throw new PackRefused([finding('manifest/missing', {}, { expected: MANIFEST_PATH })]);
  const { manifest, findings } = parseManifest(bytes, pack);
  refuseAny(findings.filter(({ rule }) => TEXT_RULES.has(rule)));
  if (manifest === null) throw new PackRefused(findings);
  return draftOf(manifest.value, (pointer) => ({ path: MANIFEST_PATH, ...manifest.locate(pointer) }));
}

/**
 * A draft from a value that is at hand already, for exports.
 * @throws PackRefused when it is not shaped like a manifest
 */
export function draftOf(value: unknown, locate: (pointer: string) => FindingPlace = pointerOnly): Draft {
  if (!isRecord(value)) throw new PackRefused([wrongType(locate(''), 'object', value)]);
  const { files: listed = [], integrity: _computed, ...members } = value;
  if (!Array.isArray(listed)) throw new PackRefused([wrongFiles(locate('/files'), listed)]);
  const findings: Finding[] = [];
  const files = new Map<string, DraftFile>();
  let listsItself = false;
  for (const [index, element] of (listed as unknown[]).entries()) {
    const pointer = `/files/${index}`;
    const place = locate(`${pointer}/path`);
    if (!isRecord(element)) findings.push(wrongType(locate(pointer), 'object', element));
    else if (element.path === undefined) {
      findings.push(finding('manifest/schema', locate(pointer), { variant: 'missing', member: 'path' }));
    } else if (typeof element.path !== 'string') findings.push(wrongType(place, 'string', element.path));
    else {
      const path = element.path.normalize('NFC');
      const first = files.get(path);
      if (path === MANIFEST_PATH) listsItself = true;
      else if (first) findings.push(finding('inventory/duplicate', { ...place, path }, duplicate(first)));
      else files.set(path, { index, path, members: element, place });
    }
  }
  refuseAny(findings);
  return { members, files, listsItself };
}

/** Earlier drafts of the format kept `files` as an object from path to entry (format F4.2). */
function wrongFiles(place: FindingPlace, listed: unknown): Finding {
  if (!isRecord(listed)) return wrongType(place, 'array', listed);
  return finding('manifest/schema', place, { variant: 'files-object', member: 'files' });
}

function wrongType(place: FindingPlace, expected: string, value: unknown): Finding {
  const actual = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const member = place.pointer?.split('/').at(-1) ?? '';
  return finding('manifest/schema', place, { variant: 'type', member, expected, actual });
}

function duplicate({ index, path }: DraftFile): FindingDetail {
  return { other: `/files/${index}`, name: path };
}

function pointerOnly(pointer: string): FindingPlace {
  return { path: MANIFEST_PATH, pointer };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
