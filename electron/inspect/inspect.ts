/**
 * One inspection from bytes to report: container, manifest, inventory, every file, the format as a whole.
 * Pure: the same bytes, limits and pack give the same report. Contents leave through `sink` only.
 */
import { hash } from 'node:crypto';
import { compareFindings, compareText, type Finding, verdictOf } from '../../shared/findings.ts';
import type { Limits } from '../../shared/limits.ts';
import { type FileKind, type InspectedFile, type InspectionReport, MANIFEST_PATH } from '../../shared/models.ts';
import { batchesOf } from './batches.ts';
import { proveArchive } from './container/prove.ts';
import { checkFormat } from './format/check.ts';
import { checkFileMutations } from './format/mutation.ts';
import type { FormatPack } from './format/pack.ts';
import { checkType, fileKind } from './format/types.ts';
import { claimsOf } from './manifest/claims.ts';
import { findManifest } from './manifest/find.ts';
import { checkInventory, firstListings } from './manifest/inventory.ts';
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

/** What judging says of one readable file, without its bytes. */
export interface JudgedFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly kind: FileKind;
  readonly isText: boolean;
  /** A finding of the container or the name condemns it; nothing more is said about it. */
  readonly condemned: boolean;
}

/** What judging says of some files of an archive, of their names, and, when the manifest is among them, of its strings. */
export interface JudgedFiles {
  readonly files: readonly JudgedFile[];
  /** Names of entries whose bytes could not be proven. */
  readonly unreadable: readonly string[];
  readonly findings: readonly Finding[];
}

/**
 * An archive whose structure has been looked at, and whose files wait in batches. Each batch is judged once, by this process or by
 * another that has opened the same bytes with the same options; what was judged anywhere is concluded in one place.
 */
export interface OpenInspection {
  readonly archiveSha256: string;
  /** Batches, the largest first; one holds everything when the order of the files matters (`batchesOf`). */
  readonly batches: number;
  readonly judge: (batch: number) => Promise<JudgedFiles>;
  readonly conclude: (judged: readonly JudgedFiles[]) => Promise<InspectionReport>;
}

/** Inspects one archive. Never throws for what a package contains: everything it can hold ends in a finding. */
export async function inspectArchive(archive: Buffer, options: InspectOptions): Promise<InspectionReport> {
  const inspection = await openInspection(archive, options);
  return await inspection.conclude(await judgeAll(inspection));
}

/** Judges one batch after the other. */
export async function judgeAll({ batches, judge }: OpenInspection): Promise<readonly JudgedFiles[]> {
  const judged: JudgedFiles[] = [];
  for (let batch = 0; batch < batches; batch += 1) judged.push(await judge(batch));
  return judged;
}

/** Proves the container and reads the manifest; the files are judged by {@link OpenInspection.judge}. */
export async function openInspection(archive: Buffer, options: InspectOptions): Promise<OpenInspection> {
  const { pack, limits, fileName } = options;
  const proof = await proveArchive(archive, fileName, limits);
  const { entries } = proof;
  const opened = entries === null ? null : openEntries(entries, options);
  const batches = entries === null ? [] : batchesOf(entries, limits);
  const archiveSha256 = hash('sha256', archive);
  return {
    archiveSha256,
    batches: batches.length,
    async judge(number) {
      const batch = batches[number];
      if (opened === null || batch === undefined) throw new RangeError(`there is no batch ${number}`);
      return await judgeEntries(batch, opened);
    },
    async conclude(judged) {
      const inspection = opened === null ? null : concludeEntries(judged, opened);
      const findings = [...withoutEchoes(proof.findings, inspection), ...(inspection?.findings ?? [])].sort(
        compareFindings,
      );
      return {
        archiveSha256,
        sizeBytes: archive.length,
        verdict: verdictOf(findings),
        formatPack: pack.id,
        claims: inspection?.manifest ? claimsOf(inspection.manifest, inspection.files.length) : null,
        files: inspection?.files ?? [],
        findings,
      };
    },
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

/** What judging and concluding need to know of an archive. */
interface OpenEntries {
  readonly entries: readonly ArchiveEntry[];
  readonly options: InspectOptions;
  readonly scanner: Scanner;
  readonly manifest: Manifest | null;
  readonly declared: ReadonlyMap<string, DeclaredFile>;
  /** About the manifest itself. */
  readonly findings: readonly Finding[];
  /** To be called before each file. */
  readonly tick: () => void;
}

function openEntries(entries: readonly ArchiveEntry[], options: InspectOptions): OpenEntries {
  const found = findManifest(entries);
  const parsed = found.bytes === null ? { manifest: null, findings: [] } : parseManifest(found.bytes, options.pack);
  const { manifest } = parsed;
  let begun = 0;
  return {
    entries,
    options,
    scanner: createScanner(options.pack),
    manifest,
    declared: firstListings(manifest?.files ?? []),
    findings: [...found.findings, ...parsed.findings],
    tick() {
      options.onProgress?.(begun, entries.length);
      begun += 1;
    },
  };
}

async function judgeEntries(entries: readonly ArchiveEntry[], opened: OpenEntries): Promise<JudgedFiles> {
  const { options, declared, scanner, manifest } = opened;
  const files: JudgedFile[] = [];
  const unreadable: string[] = [];
  const findings = [...scanner.names(entries.filter(({ condemned }) => !condemned).map(({ name }) => name))];
  if (manifest && entries.some(({ name }) => name === MANIFEST_PATH))
    findings.push(...(await scanner.manifest(manifest)));
  const listed = new Set<string>();
  for (const entry of entries) {
    opened.tick();
    const read = entry.read();
    if (!read.ok) {
      unreadable.push(entry.name);
      findings.push(...read.findings);
      continue;
    }
    const { bytes } = read;
    const sha256 = hash('sha256', bytes);
    options.sink?.(sha256, bytes);
    if (listed.has(entry.name)) continue;
    listed.add(entry.name);
    const text = decodeText(bytes);
    const file: PackageFile = { path: entry.name, bytes, sha256, declared: declared.get(entry.name) ?? null, text };
    const { name: path, condemned } = entry;
    files.push({ path, sizeBytes: bytes.length, sha256, kind: fileKind(file), isText: text !== null, condemned });
    if (!condemned) findings.push(...(await judgeFile(file, opened)));
  }
  return { files, unreadable, findings };
}

function concludeEntries(judged: readonly JudgedFiles[], opened: OpenEntries): Inspection {
  const { entries, options, manifest, declared } = opened;
  options.onProgress?.(entries.length, entries.length);
  const files = judged.flatMap((part) => part.files);
  const sound = entries.filter((entry) => !entry.condemned);
  const findings = [...opened.findings, ...judged.flatMap((part) => part.findings)];
  if (manifest) {
    const facts = files.filter((file) => !file.condemned).map((file) => factsOf(file, declared));
    const unreadable = judged.flatMap((part) => part.unreadable);
    const condemned = new Set([...unreadable, ...entries.flatMap((entry) => (entry.condemned ? [entry.name] : []))]);
    findings.push(...checkInventory({ manifest, files: facts, condemned }));
    findings.push(...checkFormat(viewOf(manifest, facts, sound), options.pack));
  }
  const inspected = files.map((file) => inspectedFile(file, declared.get(file.path) ?? null));
  return { manifest, files: inspected.sort((a, b) => compareText(a.path, b.path)), findings };
}

async function judgeFile(file: PackageFile, opened: OpenEntries): Promise<readonly Finding[]> {
  const { manifest, scanner, options } = opened;
  // The manifest's own text has been judged by its parser and, string by string, by `scanner.manifest`.
  if (file.path === MANIFEST_PATH && manifest) return [];
  const scopes = manifest?.scopes ?? [];
  const isManifest = file.path === MANIFEST_PATH;
  const typed = isManifest ? [] : await checkType(file, options.pack, scopes);
  const message = isManifest ? [] : checkHandoffFile(file);
  const mutations = manifest ? checkFileMutations(file, options.pack) : [];
  return [...typed, ...(await scanner.file(file, { scopes, isManifest })), ...message, ...mutations];
}

function factsOf(
  { path, sizeBytes, sha256, isText }: JudgedFile,
  declared: ReadonlyMap<string, DeclaredFile>,
): FileFacts {
  return { path, sizeBytes, sha256, declared: declared.get(path) ?? null, isText };
}

function inspectedFile({ path, sizeBytes, sha256, kind }: JudgedFile, declared: DeclaredFile | null): InspectedFile {
  return {
    path,
    sizeBytes,
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
function viewOf(manifest: Manifest, files: readonly FileFacts[], sound: readonly ArchiveEntry[]): PackageView {
  const entryOf = new Map(sound.map((entry) => [entry.name, entry]));
  return {
    manifest,
    files,
    readText(path) {
      const read = entryOf.get(path)?.read();
      return read?.ok ? decodeText(read.bytes) : null;
    },
  };
}
