/**
 * The command line of the installed app: `uaix-desktop --cli -- COMMAND …`. The program may not run as plain Node (its fuse is off), so the
 * main process itself runs the words, without a window, a lock or a log, and ends with their exit code.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';

/** The environment failed (product, exit codes). */
const ENVIRONMENT_FAILED = 3;

/**
 * The words of a command when the line asks for one, else null. `--cli` counts only in front of the first file, among the switches that the
 * system and the launcher add: a file handed over by a file manager can never turn the window into a command.
 * @param words what stands after the program's own name
 */
export function commandWords(words: readonly string[]): readonly string[] | null {
  const first = words.findIndex((word) => word === '--cli' || word === '--' || !word.startsWith('-'));
  if (first < 0 || words[first] !== '--cli') return null;
  const rest = words.slice(first + 1);
  return rest[0] === '--' ? rest.slice(1) : rest;
}

/** Waits until everything written has left; ending the program would drop it. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => {
    stream.write('', () => done());
  });
}

/**
 * Runs a command once the app is ready, then ends the app. Call before it is ready.
 * @param run answers the exit code
 */
export async function runWithoutWindow(run: () => Promise<number>): Promise<void> {
  // Whatever Chromium writes goes to a folder of this run: a desk with a window may be open at the same time.
  const folder = mkdtempSync(join(tmpdir(), 'uaix-cli-'));
  app.setPath('userData', folder);
  app.setPath('sessionData', folder);
  app.setPath('crashDumps', folder);
  app.disableHardwareAcceleration();
  if (process.platform === 'darwin') app.setActivationPolicy('prohibited');
  const end = (code: number): void => {
    rmSync(folder, { recursive: true, force: true });
    app.exit(code);
  };
  // Electron would show a box with a stack.
  process.on('uncaughtException', (thrown: NodeJS.ErrnoException) => {
    // A reader that goes away (`uaix queue | head`) ends the output, not the program's answer.
    end(thrown.code === 'EPIPE' ? 0 : ENVIRONMENT_FAILED);
  });
  await app.whenReady();
  const code = await run();
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  end(code);
}
