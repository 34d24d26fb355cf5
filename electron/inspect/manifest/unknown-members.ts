/** Members that the format does not define (manifest/unknown-member). Nothing reads them; a person should know that they are there. */
import type { FormatPack } from '../format/pack.ts';
import { memberKey } from '../format/token.ts';
import type { FindingList } from './finding-list.ts';
import { pointerOf } from './json-tree.ts';
import type { PlaceIndex } from './place.ts';
import { shown } from './shown.ts';

/**
 * Reports unknown members at the top, in `files[]` and in `integrity`; a name that many files share is one finding. Members that grant
 * authority, ask for execution or for a change of an anchor have rules of their own and are left to them.
 */
export function unknownMembers(
  value: Readonly<Record<string, unknown>>,
  pack: FormatPack,
  places: PlaceIndex,
  findings: FindingList,
): void {
  const { derivative } = pack.content;
  const known = new Set([
    ...derivative.packageMembers,
    ...derivative.manifestStatusMembers,
    pack.content.longTermMemory.member,
  ]);
  const isForeign = (name: string, defined: ReadonlySet<string>): boolean => {
    if (defined.has(name) || known.has(name)) return false;
    const key = memberKey(name);
    return !pack.authorityMembers.has(key) && !pack.runtimeMembers.has(key) && !pack.mutationMembers.has(key);
  };
  const add = (segments: readonly (string | number)[], member: string, count: number): void => {
    findings.add('manifest/unknown-member', places.locate(pointerOf(segments)), {
      member: shown(member),
      count,
    });
  };

  for (const name of Object.keys(value)) if (isForeign(name, pack.manifestMembers)) add([name], name, 1);
  const { integrity, files } = value;
  if (typeof integrity === 'object' && integrity !== null && !Array.isArray(integrity)) {
    for (const name of Object.keys(integrity)) {
      if (isForeign(name, pack.integrityMembers)) add(['integrity', name], name, 1);
    }
  }
  const inFiles = new Map<string, { readonly index: number; count: number }>();
  for (const [index, file] of (Array.isArray(files) ? files : []).entries()) {
    if (typeof file !== 'object' || file === null || Array.isArray(file)) continue;
    for (const name of Object.keys(file)) {
      if (!isForeign(name, pack.fileMembers)) continue;
      const seen = inFiles.get(name);
      if (seen) seen.count += 1;
      else inFiles.set(name, { index, count: 1 });
    }
  }
  for (const [name, { index, count }] of inFiles) add(['files', index, name], name, count);
}
