/** What only a window can do: the system's dialogs, the clipboard, folders, further windows. */
import { type BrowserWindow, clipboard, dialog } from 'electron';
import type { Desk, ReportsSaved, Shell } from '../../shared/contract.ts';
import { type Answer, accepted, type ImportProgress, type Problem, refused } from '../../shared/models.ts';
import type { LocalProfiles } from '../desk/local-profiles.ts';
import { exportReports } from './export-reports.ts';
import { openFolder } from './open-folder.ts';
import { placeMethods } from './place-methods.ts';
import type { ProblemBundle } from './problem-bundle.ts';
import { saveAs } from './save-as.ts';
import type { Texts } from './texts.ts';
import type { DeskWindows } from './windows.ts';

export interface ShellParts {
  readonly windows: DeskWindows;
  readonly dataFolder: string;
  /** The desk, once it is open; its own methods answer a problem when it cannot be opened. */
  readonly desk: Desk;
  /** What the desk does with profiles besides its own methods, once it is open. */
  profiles(): Promise<Answer<LocalProfiles>>;
  readonly problem: ProblemBundle;
  /** Why the desk could not be opened, or null. Waits until that is known. */
  startProblem(): Promise<Problem | null>;
  /** Makes the desk ready for its first file, once it is open. */
  prepareDesk(): Promise<void>;
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

/** Shows the system's open dialog and answers the one path that was chosen; nothing is read. */
async function choosePath(
  { texts }: ShellParts,
  { what }: Parameters<Shell['choosePath']>[0],
  window: BrowserWindow,
): Promise<Answer<string | null>> {
  const t = texts();
  const { canceled, filePaths } = await dialog.showOpenDialog(
    window,
    what === 'folder'
      ? { title: t('chooseFolderTitle'), properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'] }
      : {
          title: t('chooseMessageTitle'),
          properties: ['openFile', 'dontAddToRecent'],
          filters: [
            { name: t('filterMessages'), extensions: ['json'] },
            { name: t('filterAll'), extensions: ['*'] },
          ],
        },
  );
  return accepted(canceled ? null : (filePaths[0] ?? null));
}

async function saveReport(
  { desk, texts }: ShellParts,
  args: Parameters<Shell['saveReport']>[0],
  window: BrowserWindow,
): Promise<Answer<string | null>> {
  const report = await desk.makeReport(args);
  if (!report.ok) return report;
  return saveAs(window, texts()('saveReportTitle'), report.value.name, report.value.text);
}

/** Exports that run, by the window that asked; each window has one at a time. */
const exporting = new Map<BrowserWindow, AbortController>();

async function saveReports(
  { desk, texts, windows }: ShellParts,
  args: Parameters<Shell['saveReports']>[0],
  window: BrowserWindow,
): Promise<Answer<ReportsSaved | null>> {
  if (exporting.has(window)) return refused('bad-request', { method: 'saveReports', reason: 'running' });
  const stop = new AbortController();
  exporting.set(window, stop);
  try {
    const { canceled, filePaths } = await dialog.showOpenDialog(window, {
      title: texts()('saveReportsTitle'),
      buttonLabel: texts()('saveReportsButton'),
      properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'],
    });
    const folder = filePaths[0];
    if (canceled || folder === undefined) return accepted(null);
    const onProgress = (done: number, total: number) => windows.send(window, 'export-progress', { done, total });
    const { makeReport } = desk;
    return accepted(await exportReports({ ...args, folder, makeReport, signal: stop.signal, onProgress }));
  } finally {
    exporting.delete(window);
  }
}

async function saveGeneration(
  { desk, texts }: ShellParts,
  args: Parameters<Shell['saveGeneration']>[0],
  window: BrowserWindow,
): Promise<Answer<string | null>> {
  const exported = await desk.exportGeneration(args);
  if (!exported.ok) return exported;
  return saveAs(window, texts()('saveGenerationTitle'), exported.value.name, exported.value.bytes);
}

async function saveDerivative(
  { desk, texts }: ShellParts,
  args: Parameters<Shell['saveDerivative']>[0],
  window: BrowserWindow,
): Promise<Answer<string | null>> {
  const made = await desk.makeDerivative(args);
  if (!made.ok) return made;
  return saveAs(window, texts()('saveDerivativeTitle'), made.value.name, made.value.bytes);
}

async function saveVariance(
  { desk, texts }: ShellParts,
  args: Parameters<Shell['saveVariance']>[0],
  window: BrowserWindow,
): Promise<Answer<string | null>> {
  const made = await desk.makeVariance(args);
  if (!made.ok) return made;
  return saveAs(window, texts()('saveVarianceTitle'), made.value.name, made.value.text);
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
    windowRests: async () => {
      await parts.prepareDesk();
      return accepted(null);
    },
    chooseFiles: (_args, window) => chooseFiles(parts, window),
    saveReport: (args, window) => saveReport(parts, args, window),
    saveReports: (args, window) => saveReports(parts, args, window),
    stopReports: async (_args, window) => {
      exporting.get(window)?.abort();
      return accepted(null);
    },
    saveGeneration: (args, window) => saveGeneration(parts, args, window),
    saveDerivative: (args, window) => saveDerivative(parts, args, window),
    saveVariance: (args, window) => saveVariance(parts, args, window),
    ...placeMethods(parts),
    makeProblemReport: (_args, window) => parts.problem.make(window),
    saveProblemReport: (_args, window) => parts.problem.save(window),
    choosePath: (args, window) => choosePath(parts, args, window),
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
