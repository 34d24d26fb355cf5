/** The menu as data: per platform, in one language. Pure; `menu.ts` hands it to the system. */
import type { MenuItemConstructorOptions } from 'electron';
import type { WindowCommand } from '../../shared/contract.ts';
import type { TextKey, Texts } from './texts.ts';

/** What menu items do, beyond the roles that the system does itself. */
export interface MenuActions {
  command(name: WindowCommand): void;
  newWindow(): void;
  openDataFolder(): void;
  openLogFolder(): void;
}

export interface MenuSurroundings {
  readonly platform: string;
  /** Developer tools are offered only in a program that is not packaged. */
  readonly developer: boolean;
}

type Item = MenuItemConstructorOptions;
const SEPARATOR: Item = { type: 'separator' };

export function menuTemplate(t: Texts, actions: MenuActions, { platform, developer }: MenuSurroundings): Item[] {
  const mac = platform === 'darwin';
  const command = (key: TextKey, name: WindowCommand, accelerator?: string): Item => ({
    id: name,
    label: t(key),
    ...(accelerator ? { accelerator } : {}),
    click: () => actions.command(name),
  });
  const role = (key: TextKey, name: NonNullable<Item['role']>): Item => ({ label: t(key), role: name });

  const appMenu: Item = {
    label: t('appName'),
    submenu: [
      role('about', 'about'),
      SEPARATOR,
      role('services', 'services'),
      SEPARATOR,
      role('hide', 'hide'),
      role('hideOthers', 'hideOthers'),
      role('showAll', 'unhide'),
      SEPARATOR,
      role('quit', 'quit'),
    ],
  };
  return [
    ...(mac ? [appMenu] : []),
    {
      label: t('file'),
      submenu: [
        command('openFiles', 'open-files', 'CmdOrCtrl+O'),
        { id: 'new-window', label: t('newWindow'), accelerator: 'CmdOrCtrl+N', click: () => actions.newWindow() },
        SEPARATOR,
        role('closeWindow', 'close'),
        ...(mac ? [] : [role('quit', 'quit')]),
      ],
    },
    {
      label: t('edit'),
      submenu: [
        role('undo', 'undo'),
        role('redo', 'redo'),
        SEPARATOR,
        role('cut', 'cut'),
        role('copy', 'copy'),
        role('paste', 'paste'),
        role('selectAll', 'selectAll'),
        SEPARATOR,
        command('takeBack', 'undo', 'CmdOrCtrl+Alt+Z'),
      ],
    },
    {
      label: t('view'),
      submenu: [
        command('queue', 'show-queue', 'CmdOrCtrl+1'),
        command('profiles', 'show-profiles', 'CmdOrCtrl+2'),
        command('policy', 'show-policy', 'CmdOrCtrl+3'),
        command('evidence', 'show-evidence', 'CmdOrCtrl+4'),
        command('handoff', 'show-handoff', 'CmdOrCtrl+5'),
        SEPARATOR,
        command('palette', 'command-palette', 'CmdOrCtrl+K'),
        SEPARATOR,
        role('zoomIn', 'zoomIn'),
        role('zoomOut', 'zoomOut'),
        role('resetZoom', 'resetZoom'),
        SEPARATOR,
        role('fullScreen', 'togglefullscreen'),
        ...(developer ? [role('developerTools', 'toggleDevTools')] : []),
      ],
    },
    {
      label: t('window'),
      role: 'window',
      submenu: [
        role('minimize', 'minimize'),
        role('zoom', 'zoom'),
        ...(mac ? [SEPARATOR, role('front', 'front')] : []),
      ],
    },
    {
      label: t('help'),
      role: 'help',
      submenu: [
        command('showHelp', 'show-help', 'F1'),
        SEPARATOR,
        { id: 'open-data', label: t('openData'), click: () => actions.openDataFolder() },
        { id: 'open-logs', label: t('openLogs'), click: () => actions.openLogFolder() },
        command('reportProblem', 'report-problem'),
        ...(mac ? [] : [SEPARATOR, role('about', 'about')]),
      ],
    },
  ];
}
