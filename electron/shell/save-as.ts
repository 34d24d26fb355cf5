/** Saves a text or bytes where the person wants them. */
import { type BrowserWindow, dialog } from 'electron';
import { type Answer, accepted } from '../../shared/models.ts';
import { problemOfChosenFolder } from '../chosen-folder.ts';
import { saveOver } from '../saving.ts';

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
  try {
    await saveOver(filePath, content);
  } catch (thrown) {
    return { ok: false, problem: problemOfChosenFolder(thrown) };
  }
  return accepted(filePath);
}
