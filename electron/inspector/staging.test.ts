import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { stagingSink } from './staging.ts';

const root = mkdtempSync(join(tmpdir(), 'staging-'));
const DIGEST = '0'.repeat(64);

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('stagingSink', () => {
  it('writes equal contents once, for this account only', () => {
    const folder = join(root, 'blobs');
    const sink = stagingSink(folder);
    sink(DIGEST, Buffer.from('one'));
    sink(DIGEST, Buffer.from('one'));
    expect(readdirSync(folder)).toEqual([DIGEST]);
    expect(readFileSync(join(folder, DIGEST), 'utf8')).toBe('one');
    if (process.platform !== 'win32') {
      expect(statSync(join(folder, DIGEST)).mode & 0o777).toBe(0o600);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    }
  });

  it('replaces what a broken attempt left, and never follows a link', () => {
    const folder = join(root, 'blobs');
    const victim = join(root, 'victim');
    stagingSink(folder);
    writeFileSync(victim, 'untouched');
    symlinkSync(victim, join(folder, DIGEST));
    stagingSink(folder)(DIGEST, Buffer.from('whole'));
    expect(readFileSync(join(folder, DIGEST), 'utf8')).toBe('whole');
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
  });
});
