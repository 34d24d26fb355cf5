/** Limits of inspection, part of the local policy. All sizes are bytes of actual content, never of declared sizes. */
export interface Limits {
  /** Size of the archive file. */
  readonly archiveBytes: number;
  /** Entries of the archive, folders included. */
  readonly entries: number;
  /** Inflated size of one file. */
  readonly fileBytes: number;
  /** Inflated size of all files. */
  readonly totalBytes: number;
  /** Inflated : compressed, judged only for entries above `ratioFloorBytes`. */
  readonly ratio: number;
  readonly ratioFloorBytes: number;
}

const MIB = 1024 * 1024;

/** The strict defaults: a memory package is text, and a person must be able to read it. */
export const DEFAULT_LIMITS: Limits = {
  archiveBytes: 64 * MIB,
  entries: 5_000,
  fileBytes: 32 * MIB,
  totalBytes: 256 * MIB,
  ratio: 200,
  ratioFloorBytes: 1 * MIB,
};

/** Paths inside a package: over these a name breaks on some platform or hides something. Not part of the policy. */
export const PATH_LIMITS = { bytes: 240, segments: 12 } as const;

/** The manifest is read by people: beyond this it is not a manifest. */
export const MANIFEST_LIMITS = { bytes: 4 * MIB, depth: 32 } as const;
