/** What only the list of all names shows: collisions, folders without files, litter that a system packed along. */
import { type Finding, finding } from '../../../shared/findings.ts';
import type { JudgedEntry } from './judge-entry.ts';
import { findCollisions } from './path-grammar.ts';

export interface NameFindings {
  readonly findings: readonly Finding[];
  /** Both sides of every collision. */
  readonly colliding: ReadonlySet<JudgedEntry>;
}

/** @param entries all entries, folders included, in the order of their bytes */
export function nameFindings(entries: readonly JudgedEntry[]): NameFindings {
  const comparable = entries.filter(isComparable);
  const colliding = new Set<JudgedEntry>();
  const findings: Finding[] = [];
  for (const { rule, index, other, detail } of findCollisions(comparable.map(({ name }) => name))) {
    const later = comparable[index];
    const earlier = comparable[other];
    if (later === undefined || earlier === undefined) continue;
    colliding.add(later).add(earlier);
    findings.push(finding(rule, { path: later.name, offset: later.extent.at }, { where: 'entry', ...detail }));
  }
  return { findings: [...findings, ...strayFolders(comparable)], colliding };
}

/**
 * A name that is refused anyway is not compared: what it meets is a consequence. Decomposed accents are the exception, because the
 * composed twin may be there too, and composing the name would not help.
 */
function isComparable({ nameDecoded, findings }: JudgedEntry): boolean {
  return (
    nameDecoded &&
    !findings.some(
      ({ rule, severity }) => rule.startsWith('path/') && rule !== 'path/normalization' && severity === 'no-op',
    )
  );
}

/**
 * The macOS Archive Utility adds a `__MACOSX/` entry for every file: one habit of one program, so one finding, which counts them.
 * Everything else passes as it is.
 */
export function collapseLitter(findings: readonly Finding[]): readonly Finding[] {
  const litter = findings.filter(({ rule, detail }) => rule === 'path/system-litter' && isMacFolder(detail.litter));
  const first = litter[0];
  if (first === undefined) return findings;
  const rest = findings.filter((one) => !litter.includes(one));
  return [...rest, { ...first, detail: { ...first.detail, count: litter.length } }];
}

function isMacFolder(name: unknown): boolean {
  return typeof name === 'string' && name.toLowerCase() === '__macosx';
}

/** Folder entries that nothing lies in. Others only repeat what the names of their files say, and are ignored. */
function strayFolders(entries: readonly JudgedEntry[]): readonly Finding[] {
  if (!entries.some(({ isFolder }) => isFolder)) return [];
  const needed = new Set<string>();
  for (const { name } of entries) {
    // A folder's own closing slash does not make it needed; what lies in it does.
    for (let slash = name.indexOf('/'); slash >= 0 && slash < name.length - 1; slash = name.indexOf('/', slash + 1)) {
      needed.add(name.slice(0, slash + 1));
    }
  }
  return entries
    .filter(({ isFolder, name, findings }) => isFolder && !needed.has(name) && findings.length === 0)
    .map(({ name, extent }) => finding('zip/stray-directory', { path: name, offset: extent.at }));
}
