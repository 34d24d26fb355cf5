/** The list of a generation: its files, digests and read order, beside its folder, for other programs and for proof. */
import { createHash } from 'node:crypto';
import type { PackageClaims } from '../../shared/models.ts';
import type { GenerationFile } from './record.ts';

/** What the list says. Everything in it follows from the package, so the same load always gives the same bytes. */
export interface GenerationList {
  readonly schema: 'uaix-desktop.generation.v1';
  readonly profileKey: string;
  readonly generation: number;
  readonly profileId: string;
  readonly packageId: string;
  readonly issuer: string;
  readonly title: string | null;
  readonly createdUtc: string;
  readonly scopes: readonly string[];
  readonly entrypoints: readonly string[];
  readonly archiveSha256: string;
  readonly files: readonly GenerationFile[];
}

export function generationList(
  profileKey: string,
  generation: number,
  archiveSha256: string,
  claims: PackageClaims,
  files: readonly GenerationFile[],
): GenerationList {
  const { profileId, packageId, issuer, title, createdUtc, scopes, entrypoints } = claims;
  return {
    schema: 'uaix-desktop.generation.v1',
    profileKey,
    generation,
    profileId,
    packageId,
    issuer,
    title,
    createdUtc,
    scopes,
    entrypoints,
    archiveSha256,
    files: files.map(({ path, sha256, sizeBytes }) => ({ path, sha256, sizeBytes })),
  };
}

/** The bytes of the list file and their SHA-256. */
export function writeList(list: GenerationList): { readonly text: string; readonly sha256: string } {
  const text = `${JSON.stringify(list, null, 2)}\n`;
  return { text, sha256: createHash('sha256').update(text, 'utf8').digest('hex') };
}
