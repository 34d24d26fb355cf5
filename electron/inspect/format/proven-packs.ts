/**
 * Format packs that were proven when the program was built, with their manifest schema compiled. From the sources there are none, and
 * every pack is proven when it is read; the build puts a module with the packs of `resources/` in the place of this one.
 */
import type { ValidateFunction } from 'ajv';

export interface ProvenPack {
  /** Digest of the pack's files: a pack with any other byte is proven anew. */
  readonly sha256: string;
  readonly validateManifest: ValidateFunction;
  readonly validateFile: ValidateFunction;
}

export const PROVEN_PACKS: readonly ProvenPack[] = [];
