/** Every file of the manifest has exactly one outcome, and every outcome its file (format F11). */
import { type Fault, fault } from './fault.ts';
import { listAt, type Members, namedAt } from './members.ts';
import { shown } from './schema.ts';

/** Faults in the pairing of `fileManifest` and `fileOutcomes`. Paths are compared as they are written. */
export function checkOutcomes(message: Members): readonly Fault[] {
  const manifest = namedAt(message, ['body', 'fileManifest'], 'path');
  const outcomes = namedAt(message, ['body', 'fileOutcomes'], 'path');
  // Where one of the two lists is no list, the schema says so, and a pairing would only repeat it.
  if (listAt(message, 'body', 'fileManifest') === null || listAt(message, 'body', 'fileOutcomes') === null) return [];
  const listed = new Map<string, string>();
  const decided = new Map<string, string>();
  const faults: Fault[] = [];
  for (const { text, pointer } of manifest) {
    const other = listed.get(text);
    if (other === undefined) listed.set(text, pointer);
    else faults.push(fault('spec04/outcome', pointer, { variant: 'listed-twice', name: shown(text), other }));
  }
  for (const { text, pointer } of outcomes) {
    const other = decided.get(text);
    if (other !== undefined)
      faults.push(fault('spec04/outcome', pointer, { variant: 'double', name: shown(text), other }));
    else if (!listed.has(text))
      faults.push(fault('spec04/outcome', pointer, { variant: 'unknown', name: shown(text) }));
    if (other === undefined) decided.set(text, pointer);
  }
  for (const [text, pointer] of listed) {
    if (!decided.has(text)) faults.push(fault('spec04/outcome', pointer, { variant: 'missing', name: shown(text) }));
  }
  return faults;
}
