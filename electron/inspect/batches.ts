/** How the files of one archive are divided, so that several processes can judge them side by side. */
import type { Limits } from '../../shared/limits.ts';
import type { ArchiveEntry } from './package.ts';

/** Enough that all are busy to the end, and few enough that handing them out costs nothing. */
const BATCHES = 64;

/**
 * Batches of entries, by their inflated sizes; within a batch and between batches files stand in the order of their bytes, and the
 * largest batches come first, so that nobody begins a long one when the others are done.
 *
 * One batch holds everything where the order of judging matters: the declared sizes pass the total, so that some file is the one
 * too many, or two entries have one name, so that the first readable one counts.
 */
export function batchesOf(entries: readonly ArchiveEntry[], limits: Limits): readonly (readonly ArchiveEntry[])[] {
  const total = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  // An entry, also a folder's, that inflates to more than it declares is stopped one byte after.
  const mayPass = total + limits.entries > limits.totalBytes;
  if (mayPass || new Set(entries.map(({ name }) => name)).size < entries.length) return [entries];
  const batches: { readonly entries: ArchiveEntry[]; bytes: number }[] = [];
  for (const entry of entries) {
    const last = batches.at(-1);
    if (last === undefined || last.bytes + entry.sizeBytes > total / BATCHES) {
      batches.push({ entries: [entry], bytes: entry.sizeBytes });
    } else {
      last.entries.push(entry);
      last.bytes += entry.sizeBytes;
    }
  }
  return batches.sort((a, b) => b.bytes - a.bytes).map((batch) => batch.entries);
}
