/** Hands the menu to the system. */
import { app, Menu } from 'electron';
import { type MenuActions, menuTemplate } from './menu-template.ts';
import type { Texts } from './texts.ts';

export function showMenu(texts: Texts, actions: MenuActions): void {
  const surroundings = { platform: process.platform, developer: !app.isPackaged };
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(texts, actions, surroundings)));
}
