/** How the program ends: never with an import half-done, never twice. */
import { app, type BrowserWindow, dialog, powerMonitor } from 'electron';
import type { Log } from './log.ts';
import type { Texts } from './texts.ts';

/** Closing waits this long for the inspector and the database; afterwards recovery at the next start does the rest. */
const CLOSE_LIMIT_MS = 10_000;

export interface LifecycleParts {
  readonly log: Log;
  texts(): Texts;
  /** Number of imports that have not ended. */
  runningImports(): Promise<number>;
  closeDesk(): Promise<void>;
  /** The window to ask in, if there is one. */
  front(): BrowserWindow | null;
  openWindow(): void;
  windowCount(): number;
}

async function mayQuit(parts: LifecycleParts): Promise<boolean> {
  const count = await parts.runningImports();
  const window = parts.front();
  if (count === 0 || !window) return true;
  const t = parts.texts();
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: count === 1 ? t('quitWhileImportingOne') : t('quitWhileImporting', { count }),
    detail: t('quitWhileImportingDetail'),
    buttons: [t('keepRunning'), t('quitAnyway')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}

export function setupLifecycle(parts: LifecycleParts): void {
  let stage: 'running' | 'asking' | 'closing' | 'closed' = 'running';
  let systemEnds = false;

  async function close(): Promise<void> {
    stage = 'asking';
    if (!systemEnds && !(await mayQuit(parts))) {
      stage = 'running';
      return;
    }
    stage = 'closing';
    const limit = new Promise<'late'>((done) => setTimeout(done, CLOSE_LIMIT_MS, 'late').unref());
    const ended = await Promise.race([parts.closeDesk().catch(() => 'fault' as const), limit]);
    parts.log.write('info', 'program-ended', { desk: ended ?? 'closed' });
    stage = 'closed';
    app.quit();
  }

  app.on('before-quit', (event) => {
    if (stage === 'closed') return;
    event.preventDefault();
    if (stage === 'running') void close();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('activate', () => {
    if (parts.windowCount() === 0) parts.openWindow();
  });
  // A machine that goes down is not asked.
  powerMonitor.on('shutdown', () => {
    systemEnds = true;
    app.quit();
  });
}
