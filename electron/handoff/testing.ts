/** Folders of a handoff desk for one test. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TestFolders } from './work-for-tests.ts';

export * from './work-for-tests.ts';

export function testFolders(): TestFolders {
  const root = mkdtempSync(join(tmpdir(), 'uaix-handoff-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = (name: string): string => {
    const path = join(root, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  return { root, content: folder('content'), improvement: folder('improvement'), evidence: folder('evidence') };
}
