/** What file managers, version control and interpreters leave in a folder, and nobody means to hand over. */

/** Why a file of the folder is not in the package. */
export type LeftOutReason = 'system-litter' | 'version-control' | 'interpreter-cache' | 'package' | 'manifest';

/** A path of the folder that was left out; a folder stands for everything in it. */
export interface LeftOut {
  readonly path: string;
  readonly reason: LeftOutReason;
}

const LITTER: ReadonlyMap<string, LeftOutReason> = new Map([
  ['.ds_store', 'system-litter'],
  ['__macosx', 'system-litter'],
  ['thumbs.db', 'system-litter'],
  ['desktop.ini', 'system-litter'],
  ['.git', 'version-control'],
  ['.hg', 'version-control'],
  ['.svn', 'version-control'],
  ['__pycache__', 'interpreter-cache'],
]);

/** Null for a name that belongs into the package. Packages are left out because none may hold an archive. */
export function litterReason(name: string): LeftOutReason | null {
  const folded = name.toLowerCase();
  if (folded.startsWith('._')) return 'system-litter';
  if (folded.endsWith('.uaix')) return 'package';
  return LITTER.get(folded) ?? null;
}
