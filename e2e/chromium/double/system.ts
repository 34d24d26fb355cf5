/** Doubles of what belongs to the desktop: dialogs, clipboard, folders, theme, screens, menu. */
import { EventEmitter } from 'node:events';
import { handlers, host, options } from './state.ts';

/** Electron's dialogs take the window first, or leave it out. */
function optionsOf<T>(args: readonly unknown[]): T {
  return args[args.length - 1] as T;
}

export const dialog = {
  showOpenDialog: (...args: unknown[]) => host('openDialog', optionsOf(args)),
  showSaveDialog: (...args: unknown[]) => host('saveDialog', optionsOf(args)),
  showMessageBox: (...args: unknown[]) => host('messageBox', optionsOf(args)),
} satisfies Pick<Electron.Dialog, 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog'>;

export const clipboard = {
  writeText: async (text: string) => void (await host('copy', { text })),
} satisfies Pick<Electron.Clipboard, 'writeText'>;

export const shell = {
  openPath: (path: string) => host('openPath', { path }),
} satisfies Pick<Electron.Shell, 'openPath'>;

class StandInTheme implements Pick<Electron.NativeTheme, 'shouldUseDarkColors' | 'themeSource'> {
  #source: 'system' | 'light' | 'dark' = 'system';
  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? options.dark : this.#source === 'dark';
  }
  get themeSource(): 'system' | 'light' | 'dark' {
    return this.#source;
  }
  set themeSource(source) {
    this.#source = source;
    void host('theme', { source });
  }
}
export const nativeTheme = new StandInTheme();

export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } } as Electron.Display],
} satisfies Pick<Electron.Screen, 'getAllDisplays'>;

/** A notification of the system, kept for looking at instead of shown. */
export class Notification extends EventEmitter implements Pick<Electron.Notification, 'body' | 'show' | 'title'> {
  static readonly shown: Notification[] = [];
  readonly title: string;
  readonly body: string;
  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions) {
    super();
    this.title = title;
    this.body = body;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    Notification.shown.push(this);
  }
}

type Item = Electron.MenuItemConstructorOptions;

function flat(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu as Item[]) : [])]);
}

/** The menu as it was handed over; the host can list it and click in it. */
export class Menu {
  static #current: { readonly items: readonly Item[] } | null = null;
  readonly items: readonly Item[];
  constructor(items: readonly Item[]) {
    this.items = items;
  }
  static buildFromTemplate(template: readonly Item[]): Menu {
    return new Menu(template);
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.#current = menu;
    const items = flat(menu?.items ?? []).map(({ id, label, accelerator, role }) => ({
      id: id ?? role ?? '',
      label: label ?? '',
      accelerator: typeof accelerator === 'string' ? accelerator : null,
    }));
    void host('menu', { items });
  }
  static click(id: string): boolean {
    const item = flat(Menu.#current?.items ?? []).find((each) => each.id === id);
    if (!item?.click) return false;
    (item.click as () => void)();
    return true;
  }
}

handlers.menuClick = ({ id }) => Menu.click(id);
