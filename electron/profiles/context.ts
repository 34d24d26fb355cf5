/** What a client reads of a profile, in read order: totem, taboo, talisman, then the entry points, then the rest (format F6). */
import { isUtf8 } from 'node:buffer';
import { ANCHOR_PATHS, type ContextFile, isAnchorPath, type ProfileContext } from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError } from '../problem.ts';
import type { GenerationList } from './list-file.ts';
import { generationFiles, getGeneration, getProfile } from './record.ts';
import { readGeneration } from './verify.ts';

/**
 * Reads a generation, proven by its digests at this very read.
 * @param generation null for the current one
 * @throws ProblemError not-found; not-allowed-in-state for a removed profile; generation-changed when the disk differs (repair helps)
 */
export function readContext(db: DeskDatabase, profileKey: string, generation: number | null = null): ProfileContext {
  const profile = getProfile(db, profileKey);
  if (profile.removedUtc !== null)
    throw new ProblemError('not-allowed-in-state', { what: profileKey, state: 'removed' });
  const n = generation ?? profile.current;
  const { archiveSha256 } = getGeneration(db, profileKey, n);
  const contents = readGeneration(db, profileKey, n);
  const list = JSON.parse(db.files.readAll(db.layout.generationList(profileKey, n)).toString('utf8')) as GenerationList;
  const paths = generationFiles(db, profileKey, n).map((file) => file.path);
  const digests = new Map(generationFiles(db, profileKey, n).map((file) => [file.path, file.sha256]));
  const files: ContextFile[] = [];
  const omitted: { path: string; sha256: string; sizeBytes: number }[] = [];
  for (const path of readOrder(paths, list.entrypoints)) {
    const bytes = contents.get(path);
    if (!bytes) continue;
    const facts = { path, sha256: digests.get(path) ?? '', sizeBytes: bytes.length };
    const why = isAnchorPath(path) ? 'anchor' : list.entrypoints.includes(path) ? 'entrypoint' : 'file';
    if (isUtf8(bytes) && !bytes.includes(0)) files.push({ ...facts, why, text: bytes.toString('utf8') });
    else omitted.push(facts);
  }
  return { profileKey, profileId: profile.profileId, generation: n, archiveSha256, files, omitted };
}

/** Every path once: anchors in their order, entry points in the order of the manifest, the rest as given. */
export function readOrder(paths: readonly string[], entrypoints: readonly string[]): readonly string[] {
  const present = new Set(paths);
  return [...new Set([...ANCHOR_PATHS, ...entrypoints, ...paths])].filter((path) => present.has(path));
}

/**
 * The context as one text to hand to a client: every file between two lines that name it and its digest, so that no text of a file
 * can pass for another file. The line of equals signs is longer than any in the files.
 */
export function contextText(context: ProfileContext): string {
  const longest = Math.max(
    0,
    ...context.files.flatMap(({ text }) => [...text.matchAll(/=+/g)].map(([run]) => run.length)),
  );
  const rule = '='.repeat(Math.max(8, longest + 1));
  const head = `${rule} ${context.profileId} generation ${context.generation} archive ${context.archiveSha256} ${rule}\n`;
  const parts = context.files.map(({ path, sha256, sizeBytes, why, text }) => {
    const end = text.endsWith('\n') || text === '' ? '' : '\n';
    return `${rule} ${path} (${why}, ${sizeBytes} bytes, sha256 ${sha256})\n${text}${end}${rule} end of ${path}\n`;
  });
  return head + parts.join('');
}
