/** Files from the system: command line, second instance, Finder. All of them wait for the desk and take the one intake door. */
import { app } from 'electron';
import { filesOfSecondInstance, readLaunchArguments, wordsAfterProgram } from './launch-arguments.ts';

/** Collects files until somebody takes them, then hands over each further batch at once. */
export class FileInbox {
  #waiting: string[] = [];
  #taker: ((files: readonly string[]) => void) | null = null;

  put(files: readonly string[]): void {
    if (files.length === 0) return;
    if (this.#taker) this.#taker(files);
    else this.#waiting.push(...files);
  }

  /** From now on files go to `taker`; what has waited goes first. */
  handTo(taker: (files: readonly string[]) => void): void {
    this.#taker = taker;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.put(waiting);
  }
}

/**
 * Registers for files of the system. Must run at once when the program starts: macOS sends `open-file` before `ready`.
 * @param first files of our own command line
 */
export function setupFileOpening(inbox: FileInbox, first: readonly string[]): void {
  inbox.put(first);
  app.on('open-file', (event, path) => {
    event.preventDefault();
    inbox.put([path]);
  });
}

/**
 * Makes this the only instance on its data folder.
 * @param onSecond called when somebody starts the program again
 * @returns false when another instance runs; it has been given our files, and we must end
 */
export function setupSingleInstance(inbox: FileInbox, files: readonly string[], onSecond: () => void): boolean {
  if (!app.requestSingleInstanceLock({ files: [...files] })) return false;
  app.on('second-instance', (_event, argv, workingDirectory, additionalData) => {
    // Chromium reorders and adds to `argv`; the list that the other instance made itself comes first.
    const theirs =
      filesOfSecondInstance(additionalData) ??
      readLaunchArguments(wordsAfterProgram(argv, app.isPackaged), workingDirectory).files;
    onSecond();
    inbox.put(theirs);
  });
  return true;
}
