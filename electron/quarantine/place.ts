/**
 * Moves what an import staged to its place in the quarantine, inside the transaction that records it. The write lock of the database is
 * held, so no two programs move the same archive at once. A move that fails, or whose transaction fails, is taken back.
 */
import { join } from 'node:path';
import type { Files } from '../files.ts';
import type { DataLayout } from './layout.ts';

/** Name of the private copy inside its folder; the same in staging and in the quarantine. */
export const ARCHIVE_NAME = 'package.uaix';
export const BLOBS_NAME = 'blobs';

/** Where an import puts its private copy. */
export function stagedArchive(layout: DataLayout, importId: string): string {
  return join(layout.stagingOf(importId), ARCHIVE_NAME);
}

/** Where the inspector unpacks for an import. */
export function stagedBlobs(layout: DataLayout, importId: string): string {
  return join(layout.stagingOf(importId), BLOBS_NAME);
}

export interface Placement {
  /** Takes the move back; never throws. */
  undo(): void;
  /** To be removed once the transaction is committed; the sweep does it otherwise. */
  readonly leftovers: readonly string[];
}

/** Puts the whole staged folder in the place of the package's folder: two renames, each atomic. */
export function placeFolder(files: Files, layout: DataLayout, importId: string, archive: string): Placement {
  const staged = layout.stagingOf(importId);
  const target = layout.archiveFolder(archive);
  const aside = `${staged}.replaced`;
  const moved: (readonly [from: string, to: string])[] = [];
  const undo = (): void => {
    for (const [from, to] of moved.splice(0).reverse()) tryRename(files, to, from);
  };
  const move = (from: string, to: string): void => {
    files.rename(from, to);
    moved.push([from, to]);
  };
  const isTaken = files.look(target) !== null;
  try {
    if (isTaken) move(target, aside);
    move(staged, target);
    files.syncFolder(layout.quarantine);
    files.syncFolder(layout.staging);
  } catch (thrown) {
    undo();
    throw thrown;
  }
  return { undo, leftovers: isTaken ? [aside] : [] };
}

/**
 * Puts staged blobs (and the staged archive, when there is one) over those of a package that is in use. Names are digests: equal names
 * are equal bytes, so nothing needs to be taken back, and a reader finds every file at every moment.
 */
export function placeOver(files: Files, layout: DataLayout, importId: string, archive: string): Placement {
  const staged = stagedBlobs(layout, importId);
  const blobs = layout.blobs(archive);
  files.makeFolder(blobs);
  for (const name of files.list(staged)) files.rename(join(staged, name), join(blobs, name));
  const copy = stagedArchive(layout, importId);
  if (files.look(copy) !== null) {
    files.rename(copy, layout.archive(archive));
    files.syncFolder(layout.archiveFolder(archive));
  }
  return { undo: () => {}, leftovers: [layout.stagingOf(importId)] };
}

function tryRename(files: Files, from: string, to: string): void {
  try {
    files.rename(from, to);
  } catch {
    // The sweep finds the folder where it is: in the quarantine without a row, or in staging.
  }
}
