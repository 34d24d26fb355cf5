/** Reads the command line of the app: which files to take in, and which data folder to use. Pure. */
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface LaunchArguments {
  /** Absolute paths, in the order given. Nothing is said about whether they exist. */
  readonly files: readonly string[];
  /** The value of `--data`, as given; null when the default folder is meant. */
  readonly data: string | null;
}

/**
 * @param words what stands after the program's own name
 * @param workingDirectory absolute; relative paths are meant from there
 */
export function readLaunchArguments(words: readonly string[], workingDirectory: string): LaunchArguments {
  const files: string[] = [];
  let data: string | null = null;
  let onlyFiles = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!onlyFiles && word === '--') onlyFiles = true;
    else if (!onlyFiles && word === '--data') {
      at += 1;
      data = words[at] ?? data;
    } else if (!onlyFiles && word.startsWith('--data=')) data = word.slice('--data='.length) || data;
    // Other switches belong to Chromium or to macOS (`-psn_…`): they are never files.
    else if (!onlyFiles && word.startsWith('-')) continue;
    else {
      const file = absoluteFile(word, workingDirectory);
      if (file) files.push(file);
    }
  }
  return { files, data };
}

/** File managers hand over paths or `file:` addresses. Any other address is not a file and is left out. */
function absoluteFile(word: string, workingDirectory: string): string | null {
  if (word === '' || word.includes('\0')) return null;
  if (/^file:/i.test(word)) {
    try {
      return fileURLToPath(word);
    } catch {
      return null; // a `file:` address of another host is no file of this machine
    }
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(word)) return null;
  return isAbsolute(word) ? word : resolve(workingDirectory, word);
}

/** The words after the program: Electron started on a folder or file has that one in front. */
export function wordsAfterProgram(argv: readonly string[], packaged: boolean): readonly string[] {
  return argv.slice(packaged ? 1 : 2);
}

/** Files handed over by a second instance. Whatever else arrives counts as none. */
export function filesOfSecondInstance(additionalData: unknown): readonly string[] | null {
  if (typeof additionalData !== 'object' || additionalData === null) return null;
  const { files } = additionalData as { files?: unknown };
  if (!Array.isArray(files)) return null;
  return files.filter((file): file is string => typeof file === 'string' && isAbsolute(file) && !file.includes('\0'));
}
