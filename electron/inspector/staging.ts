/** Writes unpacked files, named by their digests, into one staging folder. No name of a package ever comes near a path. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/**
 * A sink for `inspectArchive`. Equal contents are written once. Files are created, never opened: nothing that waits at the path is
 * followed; what an earlier, broken attempt or another process at the same archive left there is replaced. They are not synced one by one, because they can be had
 * again from the archive, which is.
 */
export function stagingSink(folder: string): (sha256: string, bytes: Buffer) => void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const written = new Set<string>();
  return (sha256, bytes) => {
    if (written.has(sha256)) return;
    const path = join(folder, sha256);
    try {
      writeFileSync(path, bytes, { flag: 'wx', mode: PRIVATE_FILE });
    } catch (thrown) {
      if ((thrown as { code?: unknown }).code !== 'EEXIST') throw thrown;
      // The other process may be writing its own at this moment; a whole file takes the place at once.
      const beside = `${path}.${process.pid}`;
      rmSync(beside, { force: true });
      writeFileSync(beside, bytes, { flag: 'wx', mode: PRIVATE_FILE });
      renameSync(beside, path);
    }
    written.add(sha256);
  };
}
