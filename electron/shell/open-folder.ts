import { shell } from 'electron';
import { type Answer, accepted, refused } from '../../shared/models.ts';

/** Opens a folder in the file manager. */
export async function openFolder(path: string): Promise<Answer<null>> {
  const fault = await shell.openPath(path);
  return fault === '' ? accepted(null) : refused('io', { path, system: fault });
}
