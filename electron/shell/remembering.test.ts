/** What the shell keeps on disk: the window's place and the log. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

vi.mock('electron', () => import('../../e2e/chromium/electron.ts'));

const { openLog } = await import('./log.ts');
const { portableFolder } = await import('./paths.ts');
const { readWindowState, usableState, writeWindowState } = await import('./window-state.ts');

const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 };

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'uaix-shell-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe('the place of the window', () => {
  it('comes back as it was', () => {
    const where = folder();
    writeWindowState(where, { width: 1000, height: 700, x: 50, y: 60, maximized: true });
    expect(readWindowState(where, [SCREEN])).toEqual({ width: 1000, height: 700, x: 50, y: 60, maximized: true });
  });

  it.each([
    [
      'a screen that is gone',
      { width: 1000, height: 700, x: 2500, y: 60 },
      { width: 1000, height: 700, maximized: false },
    ],
    [
      'a title bar above the screen',
      { width: 1000, height: 700, x: 0, y: -300 },
      { width: 1000, height: 700, maximized: false },
    ],
    ['too small', { width: 10, height: 10, x: 5, y: 5 }, { width: 900, height: 600, x: 5, y: 5, maximized: false }],
    ['not a size', { width: '1000', height: 700 }, { width: 1280, height: 820, maximized: false }],
    ['not an object', 'x', { width: 1280, height: 820, maximized: false }],
    ['endless', { width: 1e9, height: 700 }, { width: 1280, height: 820, maximized: false }],
  ])('is mended: %s', (_what, stored, expected) => {
    expect(usableState(stored, [SCREEN])).toEqual(expected);
  });

  it('is forgotten when the file was cut off', () => {
    const where = folder();
    writeFileSync(join(where, 'window-state.json'), '{"width": 10');
    expect(readWindowState(where, [SCREEN])).toEqual({ width: 1280, height: 820, maximized: false });
  });
});

describe('the log', () => {
  it('writes one line of JSON per event, whatever the values are', () => {
    const log = openLog(folder(), () => new Date('2026-01-02T03:04:05Z'));
    log.write('info', 'started', { text: 'a\n{"forged":true}' });
    log.write('fault', 'ended', { code: 3 });
    expect(readFileSync(log.path, 'utf8')).toBe(
      '{"utc":"2026-01-02T03:04:05.000Z","level":"info","what":"started","text":"a\\n{\\"forged\\":true}"}\n' +
        '{"utc":"2026-01-02T03:04:05.000Z","level":"fault","what":"ended","code":3}\n',
    );
  });

  it('turns over at one mebibyte and keeps three files', () => {
    const where = folder();
    const log = openLog(where);
    for (let round = 0; round < 5; round += 1) {
      writeFileSync(log.path, Buffer.alloc(1024 * 1024, 65 + round));
      log.write('info', 'next');
    }
    expect(readdirSync(where).sort()).toEqual(['uaix-desktop.log', 'uaix-desktop.log.1', 'uaix-desktop.log.2']);
    expect(readFileSync(join(where, 'uaix-desktop.log.1'), 'utf8')[0]).toBe('E');
    expect(readFileSync(log.path, 'utf8')).toContain('"what":"next"');
  });

  it('never stops the program', () => {
    const file = join(folder(), 'a-file');
    writeFileSync(file, '');
    expect(() => openLog(join(file, 'not-a-folder')).write('info', 'x')).not.toThrow();
  });
});

describe('a portable program', () => {
  const at = (env: Record<string, string>, marker: string | null) =>
    portableFolder({ execPath: '/media/stick/uaix/uaix-desktop', env }, (path) => path === marker);

  it('keeps everything beside itself when the marker file is there', () => {
    expect(at({}, '/media/stick/uaix/uaix-portable')).toBe('/media/stick/uaix/uaix-data');
    expect(at({}, null)).toBeNull();
  });
  it('looks beside the AppImage, not inside it', () => {
    expect(at({ APPIMAGE: '/media/stick/UAIX.AppImage' }, '/media/stick/uaix-portable')).toBe('/media/stick/uaix-data');
  });
  it("takes the folder that the builder's portable program names", () => {
    expect(at({ PORTABLE_EXECUTABLE_DIR: '/media/stick' }, null)).toBe('/media/stick/uaix-data');
  });
});
