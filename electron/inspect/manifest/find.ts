/** Finds the one manifest of an archive (format F2, F3) and says precisely why there is none. */
import { type Finding, finding } from '../../../shared/findings.ts';
import { MANIFEST_PATH } from '../../../shared/models.ts';
import { foldedKey } from '../container/path-grammar.ts';
import type { ArchiveEntry } from '../package.ts';

export interface ManifestEntry {
  /** Null when there is no manifest, more than one, or one that cannot be read. */
  readonly bytes: Buffer | null;
  readonly findings: readonly Finding[];
}

/** Looks for `.uai/manifest.uaix.json`; a near miss in case or separators is named, since that is what the sender must repair. */
export function findManifest(entries: readonly ArchiveEntry[]): ManifestEntry {
  const exact = entries.filter((entry) => entry.name === MANIFEST_PATH);
  const [only] = exact;
  if (exact.length > 1) {
    return { bytes: null, findings: [finding('manifest/duplicate', { path: MANIFEST_PATH }, { count: exact.length })] };
  }
  if (only) {
    // A condemned or unreadable manifest has its finding from the container already.
    const read = only.condemned ? null : only.read();
    return { bytes: read?.ok ? read.bytes : null, findings: [] };
  }
  const key = foldedKey(MANIFEST_PATH);
  const near = entries.find((entry) => foldedKey(entry.name.replaceAll('\\', '/')) === key);
  const elsewhere = entries.find((entry) => entry.name.split(/[\\/]/).at(-1)?.toLowerCase() === 'manifest.uaix.json');
  if (near) {
    const variant = near.name.includes('\\') ? 'backslash' : 'case';
    return {
      bytes: null,
      findings: [finding('manifest/missing', {}, { expected: MANIFEST_PATH, found: near.name, variant })],
    };
  }
  if (elsewhere) {
    const detail = { expected: MANIFEST_PATH, found: elsewhere.name, variant: 'elsewhere' };
    return { bytes: null, findings: [finding('manifest/missing', {}, detail)] };
  }
  return { bytes: null, findings: [finding('manifest/missing', {}, { expected: MANIFEST_PATH })] };
}
