/** Tells whether anything that goes into the build has changed since the last one, by content. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Folders and files that the build reads. */
const INPUTS = ['electron', 'renderer', 'shared', 'resources', 'tools/build', 'tools/build.mjs', 'package-lock.json'];

function* filesUnder(path) {
  let stat;
  try {
    stat = statSync(path);
  } catch {
    return; // an input that is not there counts as empty
  }
  if (stat.isFile()) yield path;
  else if (stat.isDirectory()) {
    for (const name of readdirSync(path).sort()) yield* filesUnder(join(path, name));
  }
}

/**
 * Digest over names and contents of all inputs. Tests do not go into the build.
 * @param {string} root
 */
export function inputsDigest(root) {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    for (const file of filesUnder(join(root, input))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      const bytes = readFileSync(file);
      hash.update(`${relative(root, file)}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest('hex');
}
