/**
 * The shapes that the stages of an inspection hand to each other.
 * container/ proves the archive and gives entries; manifest/ parses; format/ and scan/ judge; inspect.ts runs them in order.
 */
import type { Finding } from '../../shared/findings.ts';
import type { Limits } from '../../shared/limits.ts';

/** One regular file of a proven archive. Folder entries are judged by container/ and not handed on. */
export interface ArchiveEntry {
  /** Decoded from the raw bytes by this program, after every name rule has been applied. */
  readonly name: string;
  /** Inflated size as declared; `read` proves it. */
  readonly sizeBytes: number;
  readonly compressedBytes: number;
  readonly crc32: number;
  readonly method: 0 | 8;
  /** Byte offset of the local header in the archive. */
  readonly offset: number;
  /**
   * True when a finding of container/ already condemns this entry (its name or its headers): it is read for review only, and the
   * later stages report nothing more about it.
   */
  readonly condemned: boolean;
  /** Inflates and proves the bytes (size, CRC, no deflate tail). Reading twice is allowed and gives equal bytes. */
  read(): EntryBytes;
}

export type EntryBytes =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/** What container/ says of an archive. */
export interface ArchiveProof {
  readonly findings: readonly Finding[];
  /**
   * The files in the order of their bytes, or null when the structure itself is not proven: then nothing about the content can be said.
   */
  readonly entries: readonly ArchiveEntry[] | null;
}

/** Signature of `electron/inspect/container/prove.ts: proveArchive`. Agreement with yauzl is part of it, hence asynchronous. */
export type ProveArchive = (archive: Buffer, fileName: string, limits: Limits) => Promise<ArchiveProof>;

/** A file's text, decoded once and shared by all stages. */
export interface DecodedText {
  readonly text: string;
  /** `utf-8` when valid; otherwise how it was decoded for scanning and showing. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';
  /** Offsets (UTF-16 code units) at which lines begin; the first is 0. */
  readonly lineStarts: readonly number[];
}

/** A file of the package as the judging stages see it: bytes are at hand only while it is being judged. */
export interface PackageFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly sha256: string;
  /** What the manifest lists for it; null when undeclared or the manifest is unreadable. */
  readonly declared: DeclaredFile | null;
  /** Null when the bytes are not text in any encoding. */
  readonly text: DecodedText | null;
}

/** One element of the manifest's `files`, canonical spellings (aliases resolved). */
export interface DeclaredFile {
  /** Index in `files`: its pointer is `/files/<index>`. */
  readonly index: number;
  readonly path: string;
  readonly role: string;
  readonly requiredStatus: string;
  readonly scope: string;
  /** Without parameters, lower case. */
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** Lower-case hex without prefix. */
  readonly sha256: string;
  readonly reviewState: string;
  readonly source: unknown;
}

/** Position of a JSON value in the manifest, 1-based. */
export interface ManifestPlace {
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
}

/** A manifest that parsed. Members that do not pass the schema are absent from the typed view and have their finding. */
export interface Manifest {
  /** The parsed value, without prototype tricks (null-prototype objects). */
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly files: readonly DeclaredFile[];
  /** Canonical scope ids, known ones only, in manifest order. */
  readonly scopes: readonly string[];
  /** Place of the value at a JSON pointer; of its nearest existing parent when it is absent. */
  locate(pointer: string): ManifestPlace;
}

/** A file without its bytes, for rules that look across the package. */
export interface FileFacts {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly declared: DeclaredFile | null;
  readonly isText: boolean;
}

/** The whole package for cross-file rules. Texts are inflated again when asked for, so no stage holds all bytes at once. */
export interface PackageView {
  readonly manifest: Manifest;
  readonly files: readonly FileFacts[];
  readText(path: string): DecodedText | null;
}
