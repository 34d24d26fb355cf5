/**
 * One grammar for every path of a package: ZIP names, manifest paths and entry points alike, the same on every platform
 * (format F3). It judges text only; nothing here knows a file system.
 */
import { Buffer } from 'node:buffer';
import type { FindingDetail } from '../../../shared/findings.ts';
import { PATH_LIMITS } from '../../../shared/limits.ts';
import type { RuleId } from '../../../shared/rules.ts';
import { mixedScriptWord } from './mixed-script.ts';
import { controlCharacters, invisibleCharacters, reservedCharacters } from './path-characters.ts';
import { segmentFaults } from './path-segments.ts';

export { findCollisions } from './collisions.ts';
export { foldedKey } from './folded-key.ts';

/** Where the path stands: the name of a ZIP entry, a `path` in the manifest's `files`, or an entry point. */
export type PathPlace = 'entry' | 'manifest' | 'entrypoint';

/** A rule that the path breaks, and the values of its message: `where` and `name` (the path, cut for showing) are always there. */
export interface PathFault {
  readonly rule: Extract<RuleId, `path/${string}`>;
  readonly detail: FindingDetail;
}

/** Names are cut to this many UTF-16 units before they are shown, so that a name bomb cannot fill a report. */
export const SHOWN_NAME_UNITS = 1_024;

/**
 * Every rule a path breaks, each rule at most once, in a fixed order. An empty list means that the path is the same plain
 * relative path on every platform. A folder's path is checked without its closing slash.
 */
export function checkPath(path: string, where: PathPlace): readonly PathFault[] {
  if (isPlainPath(path)) return [];
  const name = shownName(path);
  return faultsOf(path, where).map(({ rule, detail }) => ({ rule, detail: { name, ...detail } }));
}

/** Words of ASCII letters, digits, `_` and `-`, joined by dots and slashes; a segment may begin with a dot. */
const PLAIN = /^\.?[\w-]+(?:\.[\w-]+)*(?:\/\.?[\w-]+(?:\.[\w-]+)*)*$/;
/** What may be a device name or litter all the same. */
const REMARKABLE = /(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d|__macosx|\.ds_store|thumbs\.db|desktop\.ini)(?:[./]|$)/i;

/** Most paths: they break no rule, and one look says so. False for every path that breaks one, and for some that do not. */
export function isPlainPath(path: string): boolean {
  return (
    path.length <= PATH_LIMITS.bytes &&
    PLAIN.test(path) &&
    !REMARKABLE.test(path) &&
    (path.length < 2 * PATH_LIMITS.segments || path.split('/').length <= PATH_LIMITS.segments)
  );
}

/** As {@link checkPath}, by every rule in turn and without the name. */
export function faultsOf(path: string, where: PathPlace): readonly PathFault[] {
  if (!path.isWellFormed()) return [{ rule: 'path/encoding', detail: { where, variant: 'surrogate' } }];
  const bytes = Buffer.byteLength(path);
  // A name bomb is one fault: what else it holds would be a list as long as the bomb.
  if (bytes > PATH_LIMITS.bytes) {
    return [{ rule: 'path/length', detail: { where, bytes, limit: PATH_LIMITS.bytes } }];
  }
  const faults = grammarFaults(path, where);
  const composed = path.normalize('NFC');
  if (composed !== path) faults.push({ rule: 'path/normalization', detail: { where, composed } });
  faults.push(...lookalikeFaults(path, composed, where, new Set(faults.map(({ rule }) => rule))));
  const depth = path.split('/').length;
  if (depth > PATH_LIMITS.segments) {
    faults.push({ rule: 'path/depth', detail: { where, segments: depth, limit: PATH_LIMITS.segments } });
  }
  const mixed = path
    .split('/')
    .map(mixedScriptWord)
    .find((word) => word !== null);
  if (mixed !== undefined && faults.length === 0)
    faults.push({ rule: 'path/mixed-script', detail: { where, word: mixed } });
  const litter = systemLitter(path);
  if (litter !== null)
    faults.push({ rule: 'path/system-litter', detail: { where, variant: litter.variant, litter: litter.name } });
  return faults;
}

/** Shortens a name for showing; an ordinary name is returned as it is. */
export function shownName(name: string): string {
  return name.length <= SHOWN_NAME_UNITS ? name : `${name.slice(0, SHOWN_NAME_UNITS).toWellFormed()}…`;
}

function grammarFaults(path: string, where: PathPlace): PathFault[] {
  const faults: PathFault[] = segmentFaults(path).map(({ rule, detail }) => ({ rule, detail: { where, ...detail } }));
  const control = controlCharacters(path);
  if (control.length > 0) faults.push({ rule: 'path/control-character', detail: { where, characters: control } });
  const invisible = invisibleCharacters(path);
  if (invisible.length > 0) faults.push({ rule: 'path/invisible-character', detail: { where, characters: invisible } });
  const reserved = reservedCharacters(path);
  if (reserved.length > 0) faults.push({ rule: 'path/reserved-character', detail: { where, characters: reserved } });
  return faults;
}

/**
 * Applies the grammar again to the NFKC form: a name that some system or tool turns into a forbidden one is forbidden. What
 * becomes `..` or `/` is a path/segment fault; anything else keeps its rule.
 */
function lookalikeFaults(path: string, composed: string, where: PathPlace, known: ReadonlySet<string>): PathFault[] {
  const compatible = path.normalize('NFKC');
  if (compatible === composed) return [];
  const faults: PathFault[] = [];
  const dangerous = compatible.split('/').length !== path.split('/').length;
  for (const { rule, detail } of grammarFaults(compatible, where)) {
    if (known.has(rule)) continue;
    if (rule === 'path/traversal' || rule === 'path/absolute') continue;
    // A fullwidth or small form is the fault, and it stands for the plain character.
    if (rule !== 'path/segment')
      faults.push({ rule, detail: { ...detail, variant: 'lookalike', becomes: compatible } });
  }
  const segment = segmentFaults(compatible).some(({ rule }) => rule === 'path/segment' || rule === 'path/traversal');
  if ((dangerous || segment) && !known.has('path/segment') && !known.has('path/traversal')) {
    faults.unshift({ rule: 'path/segment', detail: { where, variant: 'lookalike', becomes: compatible } });
  }
  return faults;
}

const LITTER_FILES: Readonly<Record<string, string>> = {
  '.ds_store': 'macos',
  'thumbs.db': 'windows',
  'desktop.ini': 'windows',
};

/** Files that a system puts beside what a person packs. `variant` names the system. */
export function systemLitter(path: string): { readonly variant: string; readonly name: string } | null {
  const segments = path.split('/');
  const first = segments[0] ?? '';
  if (first.toLowerCase() === '__macosx') return { variant: 'macos', name: first };
  const last = segments.at(-1) ?? '';
  const system = LITTER_FILES[last.toLowerCase()];
  return system === undefined ? null : { variant: system, name: last };
}
