/** Size and place of the window, remembered between starts. Pure but for the two functions that read and write. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface WindowState {
  readonly width: number;
  readonly height: number;
  readonly x?: number;
  readonly y?: number;
  readonly maximized: boolean;
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Below this the screens of the desk do not fit (window.md). */
export const MINIMUM = { width: 900, height: 600 } as const;
const USUAL: WindowState = { width: 1280, height: 820, maximized: false };
const FILE = 'window-state.json';
/** So much of the title bar must lie on a screen, or the window could not be moved back. */
const VISIBLE = 64;

/**
 * The remembered state as far as it still makes sense on the screens there are.
 * @param stored whatever the file held
 * @param screens work areas of all screens
 */
export function usableState(stored: unknown, screens: readonly Area[]): WindowState {
  if (typeof stored !== 'object' || stored === null) return USUAL;
  const { width, height, x, y, maximized } = stored as Record<string, unknown>;
  if (!isLength(width) || !isLength(height)) return USUAL;
  const size = {
    width: Math.max(MINIMUM.width, width),
    height: Math.max(MINIMUM.height, height),
    maximized: maximized === true,
  };
  if (!isPlace(x) || !isPlace(y)) return size;
  const reachable = screens.some(
    (screen) =>
      x + size.width - VISIBLE > screen.x &&
      x + VISIBLE < screen.x + screen.width &&
      y >= screen.y &&
      y + VISIBLE < screen.y + screen.height,
  );
  return reachable ? { ...size, x, y } : size;
}

const isLength = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 100_000;
const isPlace = (value: unknown): value is number => Number.isInteger(value) && Math.abs(Number(value)) < 100_000;

export function readWindowState(folder: string, screens: readonly Area[]): WindowState {
  try {
    return usableState(JSON.parse(readFileSync(join(folder, FILE), 'utf8')), screens);
  } catch {
    return usableState(null, screens); // first start, or a file that was cut off
  }
}

/** Forgetting the place of a window is no reason to disturb anybody: faults are left out. */
export function writeWindowState(folder: string, state: WindowState): void {
  try {
    const path = join(folder, FILE);
    writeFileSync(`${path}.new`, JSON.stringify(state));
    renameSync(`${path}.new`, path);
  } catch {
    // read-only or full disk
  }
}
