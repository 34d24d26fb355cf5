/** Who may speak to the main process: the top frame of one of our windows, at our page. Electron security checklist, point 17. */
import { isAppPage } from './app-files.ts';

/** The members of `WebFrameMain` that the check looks at. */
export interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
  readonly detached: boolean;
}

/** @param frame null when the frame has navigated or gone since it spoke */
export function isTrustedSender(frame: SenderFrame | null): boolean {
  return frame !== null && !frame.detached && frame.parent === null && isAppPage(frame.url);
}
