/** Dialogs of the visible stand-in: Chromium's own file chooser and question box stand for the system's. */
import { existsSync, mkdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { DialogAnswers } from './dialogs.ts';
import type { StandInWindow } from './window.ts';

export class PersonDialogs implements DialogAnswers {
  window: () => StandInWindow | null = () => null;
  readonly #downloads: string;

  /** @param downloads where reports are saved: Chromium has no save dialog that tells a path */
  constructor(downloads: string) {
    this.#downloads = downloads;
  }

  async open(): Promise<string[]> {
    return (await this.window()?.chooseFiles()) ?? [];
  }

  async save({ defaultPath = 'report.txt' }: Electron.SaveDialogOptions): Promise<string | null> {
    mkdirSync(this.#downloads, { recursive: true });
    const { name, ext } = parse(defaultPath);
    for (let n = 1; ; n += 1) {
      const path = join(this.#downloads, n === 1 ? `${name}${ext}` : `${name} (${n})${ext}`);
      if (existsSync(path)) continue;
      process.stderr.write(`Saving to ${path}.\n`);
      return path;
    }
  }

  async message({ message, detail = '', buttons = [], cancelId = 0 }: Electron.MessageBoxOptions): Promise<number> {
    const other = buttons.findIndex((_label, at) => at !== cancelId);
    const yes = await this.window()?.confirm(`${message}\n\n${detail}\n\n${buttons[other] ?? ''}?`);
    return yes ? other : cancelId;
  }
}
