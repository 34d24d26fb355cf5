import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { kernelModule } from './kernel.ts';

const COMMITTED = resolve(import.meta.dirname, '../electron/inspect/scan/triggers/kernel/kernel-bytes.ts');

it('the compiled kernel is what its source says', async () => {
  expect(await readFile(COMMITTED, 'utf8')).toBe(await kernelModule());
}, 60_000);
