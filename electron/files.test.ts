import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { missingFolders, systemFiles } from './files.ts';

const root = mkdtempSync(join(tmpdir(), 'uaix-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('folders', () => {
  it('that are missing are named outermost first, and none when all are there', () => {
    expect(missingFolders(join(root, 'a', 'b'))).toEqual([join(root, 'a'), join(root, 'a', 'b')]);
    expect(missingFolders(root)).toEqual([]);
  });

  it('are made with all that lead to them, for this account only, and again without complaint', () => {
    const folder = join(root, 'x', 'y');
    systemFiles.makeFolder(folder);
    systemFiles.makeFolder(folder);
    expect(systemFiles.look(folder)).toMatchObject({ kind: 'folder', mode: 0o700 });
  });

  it.runIf(process.platform === 'linux')('that no system call can make end in a system error, not in waiting', () => {
    expect(() => systemFiles.makeFolder('/proc/nowhere/deeper')).toThrowError(
      expect.objectContaining({ code: 'ENOENT' }),
    );
  });
});
