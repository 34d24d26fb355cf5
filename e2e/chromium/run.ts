/** `npm start` without Electron: the desk in visible windows of the system's Chromium, with dialogs that a person can answer. */
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { StandInHost } from './host.ts';
import { PersonDialogs } from './person-dialogs.ts';

interface RunOptions {
  readonly main: string;
  readonly words: readonly string[];
  readonly chromium: string;
}

/** Opens a folder with the desktop's own program; answers what went wrong, or nothing. */
function openWithDesktop(path: string): Promise<string> {
  const command = { darwin: 'open', win32: 'explorer.exe' }[process.platform as string] ?? 'xdg-open';
  return new Promise((done) => {
    const child = spawn(command, [path], { stdio: 'ignore', detached: true });
    child.on('spawn', () => {
      child.unref();
      done('');
    });
    child.on('error', () => done(`there is no ${command} here`));
  });
}

/** @returns the exit code of the program */
export async function runVisible({ main, words, chromium }: RunOptions): Promise<number> {
  const dialogs = new PersonDialogs(join(homedir(), 'Downloads'));
  const host = new StandInHost({
    main,
    args: words,
    cwd: process.cwd(),
    env: process.env,
    browser: {
      executable: chromium,
      headless: false,
      locale: Intl.DateTimeFormat().resolvedOptions().locale,
      colorScheme: 'light',
    },
    dialogs,
    openPath: openWithDesktop,
  });
  dialogs.window = () => host.frontWindow();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void host.quit());
  return host.ended;
}
