/**
 * The double of `electron` for the main process. It has exactly the members that product code uses, each checked against Electron's
 * own types; double.test.ts compiles product code against this file, so a member that is missing here is noticed too.
 */
/// <reference types="electron" />
export { app, crashReporter, powerMonitor } from './double/app.ts';
export { BrowserWindow } from './double/browser-window.ts';
export { ipcMain } from './double/ipc-main.ts';
export { protocol, StandInSession as Session, session } from './double/session.ts';
export { clipboard, dialog, Menu, Notification, nativeTheme, screen, shell } from './double/system.ts';
export { utilityProcess } from './double/utility-process.ts';

export type MenuItemConstructorOptions = Electron.MenuItemConstructorOptions;
