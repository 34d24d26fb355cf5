/** What a client reads, as one text. Pure. */
import type { ProfileContext } from '../../shared/models.ts';

/** Files in read order, each under a line that names it. */
export function contextText(context: ProfileContext): string {
  return context.files.map((file) => `===== ${file.path} (sha256 ${file.sha256}) =====\n${file.text}`).join('\n\n');
}
