/** Puts the parts together once the app is ready: desk, windows, menu, calls, files. */
import { app, dialog, nativeTheme, shell } from 'electron';
import type { DeskEvents } from '../../shared/contract.ts';
import { resolveLanguage } from '../../shared/languages.ts';
import { accepted, hasEnded } from '../../shared/models.ts';
import type { Settings } from '../../shared/settings.ts';
import { DEFAULT_SETTINGS } from '../../shared/settings.ts';
import type { OpenDesk } from '../desk/open-desk.ts';
import { readAppFiles } from './app-files.ts';
import { serveApp } from './app-protocol.ts';
import { connectDesk } from './desk-connection.ts';
import type { FileInbox } from './file-opening.ts';
import { setupIpc } from './ipc.ts';
import { setupLifecycle } from './lifecycle.ts';
import type { Log } from './log.ts';
import { showMenu } from './menu.ts';
import { notifyOfEnds } from './notify.ts';
import type { AppPaths } from './paths.ts';
import { problemBundle } from './problem-bundle.ts';
import { deskSession } from './session-security.ts';
import { shellMethods } from './shell-methods.ts';
import { type Texts, textsOf } from './texts.ts';
import { DeskWindows } from './windows.ts';

export interface StartParts {
  readonly paths: AppPaths;
  readonly log: Log;
  readonly inbox: FileInbox;
  /** Known once the app has started: called when somebody starts the program again. */
  readonly onSecondInstance: { call: () => void };
  openDesk(systemLanguage: string): Promise<OpenDesk>;
}

export function start({ paths, log, inbox, onSecondInstance, openDesk }: StartParts): void {
  const systemLanguage = app.getPreferredSystemLanguages()[0] ?? 'en';
  let texts: Texts = textsOf(resolveLanguage(DEFAULT_SETTINGS.language, systemLanguage));
  serveApp(deskSession(), readAppFiles(paths.renderer));

  const connection = connectDesk(() => openDesk(systemLanguage));
  const { desk } = connection;
  const windows = new DeskWindows(paths, (window) => {
    const t = texts;
    void dialog
      .showMessageBox({
        type: 'warning',
        message: t('windowCrashed'),
        detail: t('windowCrashedDetail', { path: log.path }),
        buttons: [t('openAgain'), t('quit')],
        noLink: true,
      })
      .then(({ response }) => (response === 0 && !window.isDestroyed() ? window.webContents.reload() : app.quit()));
  });

  const startProblem = async () => {
    const opened = await connection.outcome;
    return opened.ok ? null : opened.problem;
  };
  const problem = problemBundle({
    dataFolder: paths.data,
    logPath: log.path,
    outcome: connection.outcome,
    texts: () => texts,
  });
  const profiles = async () => {
    const opened = await connection.outcome;
    return opened.ok ? accepted(opened.value.local.profiles) : opened;
  };
  const prepareDesk = async () => {
    const opened = await connection.outcome;
    if (opened.ok) void opened.value.prepare();
  };
  const parts = { windows, dataFolder: paths.data, desk, profiles, problem, startProblem, prepareDesk };
  const ours = shellMethods({ ...parts, texts: () => texts });
  setupIpc(windows, log, (method, args, window) =>
    method in ours ? ours[method as keyof typeof ours](args, window) : desk[method as keyof typeof desk](args),
  );

  const openMenu = () =>
    showMenu(texts, {
      command: (name) => {
        const front = windows.front ?? windows.open(null);
        windows.send(front, 'command', { name });
      },
      newWindow: () => windows.open(null),
      openDataFolder: () => void shell.openPath(paths.data),
      openLogFolder: () => void shell.openPath(paths.logs),
    });
  const apply = ({ language, theme }: Settings) => {
    nativeTheme.themeSource = theme;
    texts = textsOf(resolveLanguage(language, systemLanguage));
    openMenu();
  };
  openMenu();

  setupLifecycle({
    log,
    texts: () => texts,
    runningImports: async () => {
      const imports = await desk.listImports({});
      return imports.ok ? imports.value.filter((progress) => !hasEnded(progress)).length : 0;
    },
    closeDesk: () => connection.close(),
    front: () => windows.front,
    openWindow: () => windows.open(null),
    windowCount: () => windows.all.length,
  });
  onSecondInstance.call = () => windows.bringToFront(windows.front ?? windows.open(null));
  windows.open(null);

  void connection.outcome.then(async (opened) => {
    log.write(opened.ok ? 'info' : 'fault', 'desk-opened', { code: opened.ok ? 'yes' : opened.problem.code });
    if (!opened.ok) return;
    const notify = notifyOfEnds({
      texts: () => texts,
      isWatched: () => windows.all.some((window) => window.isFocused()),
      bringToFront: () => windows.bringToFront(windows.front ?? windows.open(null)),
    });
    opened.value.on((event, data) => {
      if (event === 'intake-progress') notify(data as DeskEvents['intake-progress']);
      windows.sendToAll<keyof DeskEvents>(event, data);
      if (event === 'changed' && 'what' in data && data.what === 'settings') void readSettings();
    });
    await readSettings();
    inbox.handTo((files) => {
      for (const file of files) app.addRecentDocument(file);
      void desk.importFiles({ paths: files });
    });
  });

  async function readSettings(): Promise<void> {
    const settings = await desk.getSettings({});
    if (settings.ok) apply(settings.value);
  }
}
