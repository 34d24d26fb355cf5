/** What the rooms of the handoff desk share. The desk gives the connections to other rooms as functions. */
import type { MessageAnchor } from '../../shared/handoff.ts';
import type { ImportProgress } from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import type { InspectArchive } from './isolated.ts';

export interface HandoffContext {
  readonly db: DeskDatabase;
  /** The inspector's process, which may read the folder of private copies. */
  readonly inspect: InspectArchive;
  /** `ada (window)`: user of this machine and the door. */
  readonly actor: string;
  readonly appVersion: string;
  /** Takes a package into the quarantine and waits for the end of its import. */
  importPackage(path: string): Promise<ImportProgress>;
  /** The anchors of the active profile in read order, and the number of its generation; absent ones when there is no profile. */
  anchors(): { readonly set: readonly MessageAnchor[]; readonly generation: number };
  /** Pause between the two looks of a scan that tell whether a file is still being written. In milliseconds; `SETTLE_PAUSE` by default. */
  readonly settlePause?: number;
}

/** A program that writes a file touches it far more often than this. In milliseconds. */
export const SETTLE_PAUSE = 600;
/** A file that was not touched for this long needs no second look. In milliseconds. */
export const SETTLED_AGE = 5_000;

/** Largest file that is taken in. Beyond this a person cannot read it, and a copy would fill the disk. In bytes. */
export const HANDOFF_FILE_BYTES = 256 * 1024 * 1024;
/** Largest file whose content is scanned and shown; the limit of a file in a package. In bytes. */
export const SCANNED_BYTES = 32 * 1024 * 1024;
/** Entries a scan lists: more is not a desk, and nobody decides them one by one. */
export const MOST_ENTRIES = 5_000;
/** Folders inside one another below a bucket, as in a package. */
export const DEEPEST = 10;
