/**
 * One inspection from bytes to report: container, manifest, inventory, every file, the format as a whole.
 * Pure: the same bytes, limits and pack give the same report. Contents leave through `sink` only.
 */
import { hash } from 'node:crypto';
import { compareFindings, compareText, type Finding, verdictOf } from '../../shared/findings.ts';
import type { Limits } from '../../shared/limits.ts';
import { type FileKind, type InspectedFile, type InspectionReport, MANIFEST_PATH } from '../../shared/models.ts';
import { proveArchive } from './container/prove.ts';
import { checkFormat } from './format/check.ts';
import type { FormatPack } from './format/pack.ts';
import { checkType, fileKind } from './format/types.ts';
import { claimsOf } from './manifest/claims.ts';
import { findManifest } from './manifest/find.ts';
import { checkInventory } from './manifest/inventory.ts';
import { parseManifest } from './manifest/parse.ts';
import type { ArchiveEntry, DeclaredFile, FileFacts, Manifest, PackageFile, PackageView } from './package.ts';
import { decodeText } from './scan/decode.ts';
import { createScanner, type Scanner } from './scan/scan.ts';
import { checkHandoffFile } from './spec04/find.ts';

export interface InspectOptions {
  /** Name of the file as given, without folders: its extension is part of the format (F1.1). */
  readonly fileName: string;
  readonly limits: Limits;
  readonly pack: FormatPack;
  /** Receives the bytes of every readable file, once each. */
  readonly sink?: (sha256: string, bytes: Buffer) => void;
  /** Files done and files in all. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Inspects one archive. Never throws for what a package contains: everything it can hold ends in a finding. */
export async function inspectArchive(archive: Buffer, options: InspectOptions): Promise<InspectionReport> {
  const { pack, limits, fileName } = options;
  const proof = await proveArchive(archive, fileName, limits);
  const inspection = proof.entries === null ? null : await inspectEntries(proof.entries, options);
  const findings = [...withoutEchoes(proof.findings, inspection), ...(inspection?.findings ?? [])].sort(
    compareFindings,
  );
  return {
    archiveSha256: hash('sha256', archive),
    sizeBytes: archive.length,
    verdict: verdictOf(findings),
    formatPack: pack.id,
    claims: inspection?.manifest ? claimsOf(inspection.manifest, inspection.files.length) : null,
    files: inspection?.files ?? [],
    findings,
  };
}

interface Inspection {
  readonly manifest: Manifest | null;
  readonly files: readonly InspectedFile[];
  readonly findings: readonly Finding[];
}

/** Two manifests are one fault with a rule of its own; that their names are equal says nothing more. */
function withoutEchoes(findings: readonly Finding[], inspection: Inspection | null): readonly Finding[] {
  const twoManifests = inspection?.findings.some((found) => found.rule === 'manifest/duplicate') ?? false;
  return twoManifests
    ? findings.filter((found) => found.rule !== 'path/duplicate' || found.path !== MANIFEST_PATH)
    : findings;
}

async function inspectEntries(entries: readonly ArchiveEntry[], options: InspectOptions): Promise<Inspection> {
  const { pack } = options;
  const found = findManifest(entries);
  const parsed = found.bytes === null ? { manifest: null, findings: [] } : parseManifest(found.bytes, pack);
  const { manifest } = parsed;
  const findings: Finding[] = [...found.findings, ...parsed.findings];
  // Of two listings of one path the first counts, as in the inventory.
  const declared = new Map(manifest?.files.toReversed().map((file) => [file.path, file]));
  const scanner = createScanner(pack);
  const facts: FileFacts[] = [];
  const files: InspectedFile[] = [];
  const condemned = new Set<string>();
  const readable = new Map<string, ArchiveEntry>();
  const listed = new Set<string>();

  for (const [done, entry] of entries.entries()) {
    options.onProgress?.(done, entries.length);
    if (entry.condemned) condemned.add(entry.name);
    const read = entry.read();
    if (!read.ok) {
      condemned.add(entry.name);
      findings.push(...read.findings);
      continue;
    }
    const { bytes } = read;
    const sha256 = hash('sha256', bytes);
    options.sink?.(sha256, bytes);
    if (listed.has(entry.name)) continue;
    listed.add(entry.name);
    const file: PackageFile = {
      path: entry.name,
      bytes,
      sha256,
      declared: declared.get(entry.name) ?? null,
      text: decodeText(bytes),
    };
    files.push(inspectedFile(file, fileKind(file)));
    if (entry.condemned) continue;
    facts.push(factsOf(file));
    readable.set(entry.name, entry);
    findings.push(...(await judgeFile(file, manifest, scanner, pack)));
  }
  options.onProgress?.(entries.length, entries.length);

  findings.push(...scanner.names(entries.filter((entry) => !entry.condemned).map((entry) => entry.name)));
  if (manifest) {
    findings.push(...(await scanner.manifest(manifest)));
    findings.push(...checkInventory({ manifest, files: facts, condemned }));
    findings.push(...checkFormat(viewOf(manifest, facts, readable), pack));
  }
  files.sort((a, b) => compareText(a.path, b.path));
  return { manifest, files, findings };
}

async function judgeFile(
  file: PackageFile,
  manifest: Manifest | null,
  scanner: Scanner,
  pack: FormatPack,
): Promise<readonly Finding[]> {
  // The manifest's own text is judged by its parser and, string by string, by `scanner.manifest`.
  if (file.path === MANIFEST_PATH && manifest) return [];
  const scopes = manifest?.scopes ?? [];
  const isManifest = file.path === MANIFEST_PATH;
  const typed = isManifest ? [] : await checkType(file, pack, scopes);
  const message = isManifest ? [] : checkHandoffFile(file);
  return [...typed, ...(await scanner.file(file, { scopes, isManifest })), ...message];
}

function factsOf({ path, bytes, sha256, declared, text }: PackageFile): FileFacts {
  return { path, sizeBytes: bytes.length, sha256, declared, isText: text !== null };
}

function inspectedFile({ path, bytes, sha256, declared }: PackageFile, kind: FileKind): InspectedFile {
  return {
    path,
    sizeBytes: bytes.length,
    sha256,
    kind,
    declared: declared !== null || path === MANIFEST_PATH,
    mediaType: declared?.mediaType ?? null,
    role: declared?.role ?? null,
    requiredStatus: declared?.requiredStatus ?? null,
    scope: declared?.scope ?? null,
    reviewState: declared?.reviewState ?? null,
    source: sourceLine(declared),
  };
}

/** The `source` member as one line: a string as it is, anything else as compact JSON. */
function sourceLine(declared: DeclaredFile | null): string | null {
  if (declared === null || declared.source === undefined) return null;
  return typeof declared.source === 'string' ? declared.source : JSON.stringify(declared.source);
}

/** The package for cross-file rules: contents are inflated again when asked for, so that they need not all be held at once. */
function viewOf(
  manifest: Manifest,
  files: readonly FileFacts[],
  readable: ReadonlyMap<string, ArchiveEntry>,
): PackageView {
  const readBytes = (path: string): Buffer | null => {
    const read = readable.get(path)?.read();
    return read?.ok ? read.bytes : null;
  };
  return {
    manifest,
    files,
    readBytes,
    readText(path) {
      const bytes = readBytes(path);
      return bytes === null ? null : decodeText(bytes);
    },
  };
}
