/** Which state of a package may follow which: the path of a package (product, "States of a package"). */
import type { PackageState } from '../../shared/models.ts';

/**
 * `receiving` lives in the table of imports; a package row appears with the end of its import. A row may stay in its state when it is
 * inspected again, loaded again, or fails again.
 */
const FOLLOWERS: Readonly<Record<PackageState, readonly PackageState[]>> = {
  receiving: ['no_op', 'in_review', 'failed'],
  // A corrected package is another archive; the same one changes only under other rules or another name.
  no_op: ['no_op', 'in_review', 'purged'],
  in_review: ['in_review', 'no_op', 'loaded', 'rejected', 'purged'],
  loaded: ['loaded', 'in_review', 'purged'],
  rejected: ['in_review', 'purged'],
  failed: ['failed', 'no_op', 'in_review', 'purged'],
  // The same file given again: its bytes are back, and everything is asked again.
  purged: ['no_op', 'in_review', 'failed'],
};

export function mayFollow(from: PackageState, to: PackageState): boolean {
  return FOLLOWERS[from].includes(to);
}
