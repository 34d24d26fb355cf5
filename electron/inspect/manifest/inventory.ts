/** The manifest's list against the archive, in both directions, byte for byte (format F3, F4.7 to F4.9). */
import type { Finding, FindingDetail } from '../../../shared/findings.ts';
import { finding } from '../../../shared/findings.ts';
import { MANIFEST_PATH } from '../../../shared/models.ts';
import type { RuleId } from '../../../shared/rules.ts';
import { foldedKey } from '../container/path-grammar.ts';
import type { DeclaredFile, FileFacts, Manifest } from '../package.ts';
import { listingFinding } from './listing.ts';
import { looseKey } from './loose-key.ts';
import { FILE_LIST_V1, fileListDigest } from './package-digest.ts';

export interface InventoryInput {
  readonly manifest: Manifest;
  /** Files of the archive that could be read. */
  readonly files: readonly FileFacts[];
  /** Names that a finding of the container condemns already: nothing more is said of them. */
  readonly condemned: ReadonlySet<string>;
}

const SENTINEL = '0'.repeat(64);

/** All inventory findings. A manifest whose `files` is no array has its schema finding, and no list to compare with. */
export function checkInventory({ manifest, files, condemned }: InventoryInput): readonly Finding[] {
  if (!Array.isArray(manifest.value.files)) return [];
  const facts = new Map(files.map((file) => [file.path, file]));
  const first = firstListings(manifest.files);
  // A name that the container condemns may be what a listing means: `.uai\\totem.uai` for `.uai/totem.uai`.
  const condemnedKeys = new Set([...condemned].map(looseKey));
  const missing = [...first.values()].filter(({ path }) => !facts.has(path) && !condemnedKeys.has(looseKey(path)));
  const unlisted = files.filter(({ path }) => path !== MANIFEST_PATH && !first.has(path) && !condemned.has(path));
  const undeclared = unlisted.length === 0 ? [] : unlisted.filter(notExcused(manifest));
  const listings = [...first.values()].filter(({ path }) => !condemned.has(path));
  const findings = [
    ...duplicates(manifest, first),
    ...parity(manifest, missing, undeclared),
    ...listings.flatMap((listing) => compareBytes(manifest, listing, facts.get(listing.path))),
  ];
  return [...findings, ...packageDigest(manifest, files, condemned.size > 0 || missing.length > 0)];
}

/** Listings by their paths; of two of one path the first counts. */
export function firstListings(files: readonly DeclaredFile[]): ReadonlyMap<string, DeclaredFile> {
  const first = new Map<string, DeclaredFile>();
  for (const file of files) if (!first.has(file.path)) first.set(file.path, file);
  return first;
}

function duplicates(manifest: Manifest, first: ReadonlyMap<string, DeclaredFile>): readonly Finding[] {
  return manifest.files
    .filter((file) => first.get(file.path) !== file)
    .map((file) => {
      const other = `/files/${first.get(file.path)?.index}`;
      return listingFinding('inventory/duplicate', manifest, file, 'path', { other, name: file.path });
    });
}

/**
 * Files in one list only. A listed and an unlisted name that differ only in spelling are one fault, and the finding says in what.
 */
function parity(
  manifest: Manifest,
  missing: readonly DeclaredFile[],
  undeclared: readonly FileFacts[],
): readonly Finding[] {
  const byKey = new Map(undeclared.map((file) => [foldedKey(file.path), file]));
  const explained = new Set<FileFacts>();
  const findings: Finding[] = [];
  for (const listing of missing) {
    const twin = byKey.get(foldedKey(listing.path));
    if (twin === undefined) {
      findings.push(listingFinding('inventory/missing', manifest, listing, 'path'));
      continue;
    }
    explained.add(twin);
    const composed = listing.path.normalize('NFC') === twin.path.normalize('NFC');
    const rule: RuleId = composed ? 'path/normalization' : 'inventory/missing';
    const detail: FindingDetail = composed
      ? {
          where: 'manifest',
          variant: 'differs',
          other: twin.path,
          name: listing.path,
          composed: listing.path.normalize('NFC'),
        }
      : { variant: 'spelling', other: twin.path };
    findings.push(listingFinding(rule, manifest, listing, 'path', detail));
  }
  for (const file of undeclared) {
    if (!explained.has(file))
      findings.push(finding('inventory/undeclared', { path: file.path }, { sizeBytes: file.sizeBytes }));
  }
  return findings;
}

/**
 * Tells the files apart that a listing with a fault of its own is about: by its path, however misspelt, or by its hash. That fault is
 * reported; "undeclared" would be its echo.
 */
function notExcused(manifest: Manifest): (file: FileFacts) => boolean {
  const sound = new Set(manifest.files.map(({ index }) => index));
  const keys = new Set<string>();
  const hashes = new Set<string>();
  for (const [index, raw] of (manifest.value.files as readonly unknown[]).entries()) {
    if (sound.has(index) || typeof raw !== 'object' || raw === null) continue;
    const { path, sha256 } = raw as { path?: unknown; sha256?: unknown };
    if (typeof path === 'string') keys.add(looseKey(path));
    else if (typeof sha256 === 'string' && sha256 !== SENTINEL)
      hashes.add(sha256.toLowerCase().replace(/^sha256:/, ''));
  }
  return ({ path, sha256 }) => !keys.has(looseKey(path)) && !hashes.has(sha256);
}

function compareBytes(manifest: Manifest, listing: DeclaredFile, file: FileFacts | undefined): readonly Finding[] {
  if (listing.path === MANIFEST_PATH) return selfListing(manifest, listing);
  if (file === undefined) return [];
  const findings: Finding[] = [];
  if (listing.sizeBytes !== file.sizeBytes) {
    const detail = { expected: listing.sizeBytes, actual: file.sizeBytes };
    findings.push(listingFinding('inventory/size', manifest, listing, 'sizeBytes', detail));
  }
  if (listing.sha256 === SENTINEL) {
    findings.push(listingFinding('inventory/hash-sentinel', manifest, listing, 'sha256', { actual: file.sha256 }));
  } else if (listing.sha256 !== file.sha256) {
    const detail = { expected: listing.sha256, actual: file.sha256 };
    findings.push(listingFinding('inventory/hash', manifest, listing, 'sha256', detail));
  }
  return findings;
}

/** Format F4.9: a manifest cannot hold its own hash, so it lists itself with the sentinel or not at all. */
function selfListing(manifest: Manifest, listing: DeclaredFile): readonly Finding[] {
  if (listing.sha256 === SENTINEL) return [];
  const place = { ...manifest.locate(`/files/${listing.index}/sha256`), path: MANIFEST_PATH };
  return [finding('inventory/hash', place, { variant: 'manifest', expected: listing.sha256, actual: SENTINEL })];
}

/**
 * Format F4.8. The digest is right when it fits the files, or else the list: then the files differ from the list, which is
 * reported where they do, and the digest adds nothing.
 * @param incomplete files could not be read or are missing, so that a digest over the files says nothing
 */
function packageDigest(manifest: Manifest, files: readonly FileFacts[], incomplete: boolean): readonly Finding[] {
  const integrity = manifest.value.integrity as { packageDigest?: unknown; canonicalization?: unknown } | undefined;
  const { packageDigest: given, canonicalization } = integrity ?? {};
  if (typeof given !== 'string') return [];
  const expected = given.replace(/^sha256:/, '').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(expected)) return [];
  const report = (rule: RuleId, detail: FindingDetail): readonly Finding[] => [
    finding(rule, { path: MANIFEST_PATH, ...manifest.locate('/integrity/packageDigest') }, detail),
  ];
  const actual = fileListDigest(files);
  if (expected === SENTINEL) return report('inventory/package-digest-sentinel', { actual });
  if (canonicalization !== FILE_LIST_V1) {
    const named = typeof canonicalization === 'string' ? canonicalization : null;
    const detail = { actual: expected, canonicalization: named, ...(named === null ? { variant: 'unnamed' } : {}) };
    return report('inventory/package-digest-unverifiable', detail);
  }
  if (expected === actual || incomplete || fitsTheList(manifest, files, expected)) return [];
  return report('inventory/package-digest', { expected, actual });
}

/** Whether the digest was made over the manifest's own list, hashes as listed (the actual one where a sentinel stands). */
function fitsTheList(manifest: Manifest, files: readonly FileFacts[], digest: string): boolean {
  const actual = new Map(files.map((file) => [file.path, file.sha256]));
  const listed = [...firstListings(manifest.files).values()].map(({ path, sha256 }) => ({
    path,
    sha256: sha256 === SENTINEL ? (actual.get(path) ?? sha256) : sha256,
  }));
  return fileListDigest(listed) === digest;
}
