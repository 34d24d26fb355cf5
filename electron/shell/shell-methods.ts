/** What only a window can do: the system's dialogs, the clipboard, folders, further windows. */
import { rename, writeFile } from 'node:fs/promises';
import { type BrowserWindow, clipboard, dialog, shell } from 'electron';
import type { Desk, Shell } from '../../shared/contract.ts';
import { type Answer, accepted, type ImportProgress, type Problem, refused } from '../../shared/models.ts';
import type { Texts } from './texts.ts';
import type { DeskWindows } from './windows.ts';

export interface ShellParts {
  readonly windows: DeskWindows;
  readonly dataFolder: string;
  /** The desk, once it is open; its own methods answer a problem when it cannot be opened. */
  readonly desk: Desk;
  /** Why the desk could not be opened, or null. Waits until that is known. */
  startProblem(): Promise<Problem | null>;
  texts(): Texts;
}

type ShellOfWindow = {
  readonly [M in keyof Shell]: (args: Parameters<Shell[M]>[0], window: BrowserWindow) => ReturnType<Shell[M]>;
};

/** Shows the system's open dialog and gives what was chosen to the one intake function. */
async function chooseFiles(
  { desk, texts }: ShellParts,
  window: BrowserWindow,
): Promise<Answer<readonly ImportProgress[]>> {
  const t = texts();
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: t('openDialogTitle'),
    buttonLabel: t('openDialogButton'),
    properties: ['openFile', 'multiSelections', 'dontAddToRecent'],
    filters: [
      { name: t('filterPackages'), extensions: ['uaix'] },
      { name: t('filterAll'), extensions: ['*'] },
    ],
  });
  return canceled || filePaths.length === 0 ? accepted([]) : desk.importFiles({ paths: filePaths });
}

async function saveReport(
  { desk, texts }: ShellParts,
  args: Parameters<Shell['saveReport']>[0],
  window: BrowserWindow,
): Promise<Answer<string | null>> {
  const report = await desk.makeReport(args);
  if (!report.ok) return report;
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: texts()('saveReportTitle'),
    defaultPath: report.value.name,
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  if (canceled || !filePath) return accepted(null);
  // Beside the target first: a full disk leaves the old file whole.
  await writeFile(`${filePath}.part`, report.value.text, { encoding: 'utf8', flush: true });
  await rename(`${filePath}.part`, filePath);
  return accepted(filePath);
}

/** Opens a folder of our own in the file manager. */
async function openFolder(path: string): Promise<Answer<null>> {
  const fault = await shell.openPath(path);
  return fault === '' ? accepted(null) : refused('io', { path, system: fault });
}

async function openProfileFolder({ desk }: ShellParts, profileKey: string): Promise<Answer<null>> {
  const profiles = await desk.listProfiles({ removed: true });
  if (!profiles.ok) return profiles;
  const profile = profiles.value.find((each) => each.profileKey === profileKey);
  return profile ? openFolder(profile.path) : refused('not-found', { what: 'profile', name: profileKey });
}

/** The methods of `Shell`, each told which window asks. */
export function shellMethods(parts: ShellParts): ShellOfWindow {
  const { windows, dataFolder } = parts;
  return {
    startProblem: async () => accepted(await parts.startProblem()),
    chooseFiles: (_args, window) => chooseFiles(parts, window),
    saveReport: (args, window) => saveReport(parts, args, window),
    openDataFolder: () => openFolder(dataFolder),
    openProfileFolder: ({ profileKey }) => openProfileFolder(parts, profileKey),
    copyText: async ({ text }) => {
      await clipboard.writeText(text);
      return accepted(null);
    },
    openProfileWindow: async ({ profileKey }) => {
      const there = windows.showingProfile(profileKey);
      if (there) windows.bringToFront(there);
      else windows.open(profileKey);
      return accepted(null);
    },
    windowProfile: async (_args, window) => accepted(windows.profileOf(window)),
    setWindowProfile: async ({ profileKey }, window) => {
      windows.setProfile(window, profileKey);
      return accepted(null);
    },
  };
}
