/** Files that a person asked for, in a folder of their choice: whole or not there at all, whatever ends the writing. */
import { randomUUID } from 'node:crypto';
import { link, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PARTIAL } from './files.ts';

/** Gives a file a second name, or throws EEXIST where something has it; tests hand in a file system that cannot. */
export type Link = (from: string, to: string) => Promise<void>;

/**
 * Writes a new file, and never over something that is there, a link among it.
 * @throws what the system says, about `path`; EEXIST when something is there
 */
export async function saveNew(path: string, content: string | Uint8Array, linked: Link = link): Promise<void> {
  await saveBeside(path, content, (part) => takeFreeName(part, path, linked));
}

/**
 * Writes a file in place of the one that is there, if any, which is whole until then.
 * @throws what the system says, about `path`
 */
export async function saveOver(path: string, content: string | Uint8Array): Promise<void> {
  await saveBeside(path, content, (part) => rename(part, path));
}

async function saveBeside(
  path: string,
  content: string | Uint8Array,
  name: (part: string) => Promise<void>,
): Promise<void> {
  const part = join(dirname(path), `.uaix-${randomUUID()}${PARTIAL}`);
  try {
    await writeFile(part, content, { flag: 'wx', flush: true });
    await name(part);
  } catch (thrown) {
    throw Object.assign(thrown as NodeJS.ErrnoException, { path });
  } finally {
    await rm(part, { force: true }).catch(() => undefined);
  }
}

/** A rename would replace what is there; a second name does not. */
async function takeFreeName(part: string, path: string, linked: Link): Promise<void> {
  try {
    return await linked(part, path);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') throw thrown;
  }
  // No second names on this disk: what is replaced then is an empty file of our own.
  await (await open(path, 'wx')).close();
  try {
    await rename(part, path);
  } catch (thrown) {
    await rm(path, { force: true });
    throw thrown;
  }
}
