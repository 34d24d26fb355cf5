import { describe, expect, it } from 'vitest';
import { checkTable, compared, fuseRows, preferenceRows } from './electron-check.ts';

const GOOD = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
};

describe('the check on real Electron', () => {
  it('holds for a confined window and names the preference that is not', () => {
    expect(preferenceRows(GOOD).map(({ state }) => state)).toEqual(Array(9).fill('holds'));
    const { sandbox: _gone, ...without } = GOOD;
    expect(preferenceRows(without).filter(({ state }) => state === 'fails')).toEqual([
      { what: 'preference sandbox', wanted: 'true', found: 'undefined', state: 'fails' },
    ]);
    expect(preferenceRows({ ...GOOD, webviewTag: true }).filter(({ state }) => state === 'fails')).toHaveLength(1);
  });

  it('reads fuses by number, and fails for one that nobody named', () => {
    const wire = { version: '1', 0: 48, 1: 49, 7: 49 };
    const names = { 0: 'RunAsNode', 1: 'EnableCookieEncryption', 7: 'Novelty' };
    const wanted = { runAsNode: false, enableCookieEncryption: true };
    expect(fuseRows(wire, names, wanted, true).map(({ what, state }) => `${what} ${state}`)).toEqual([
      'fuse RunAsNode holds',
      'fuse EnableCookieEncryption holds',
      'fuse Novelty fails',
    ]);
    expect(fuseRows({ 0: 49 }, names, wanted, true)[0]?.state).toBe('fails');
    expect(fuseRows({ 0: 49 }, names, wanted, false)[0]?.state).toBe('told');
  });

  it('prints a table with what was wanted where it fails', () => {
    expect(checkTable([compared('one', 1, 1), compared('other', 'a', 'b')])).toBe(
      '✓ one    1\n⊘ other  "b", wanted "a"',
    );
  });
});
