/** Saves a text or bytes where the person wants them. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { type BrowserWindow, dialog } from 'electron';
import { type Answer, accepted } from '../../shared/models.ts';
import { problemOfChosenFolder } from './chosen-folder.ts';

/** Asks where, and writes. Answers the path, or null when nobody wants it after all. */
export async function saveAs(
  window: BrowserWindow,
  title: string,
  name: string,
  content: string | Uint8Array,
): Promise<Answer<string | null>> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title,
    defaultPath: name,
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  if (canceled || !filePath) return accepted(null);
  // Beside the target first: a full disk leaves the old file whole.
  const part = `${filePath}.part`;
  try {
    await writeFile(part, content, { encoding: 'utf8', flush: true });
    await rename(part, filePath);
  } catch (thrown) {
    await rm(part, { force: true }).catch(() => undefined);
    return { ok: false, problem: problemOfChosenFolder(thrown) };
  }
  return accepted(filePath);
}
