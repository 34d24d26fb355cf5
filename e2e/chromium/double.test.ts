/** The double has every member of `electron` that product code uses: product code is compiled against it instead of Electron's types. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** "has no property", "has no exported member", and both with a guess at what was meant. */
const MISSING = /error TS(2339|2305|2551|2724):/;

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'uaix-double-'));
  for (const part of ['electron', 'shared', 'e2e/chromium', 'package.json']) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const base = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'));
  const include = ['electron/main.ts', 'electron/shell', 'e2e/chromium/double'];
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ ...base, include, exclude: ['**/*.test.ts'] }));
  // Electron declares its module by name, which no path mapping can override: the import itself must name the double.
  const shell = readdirSync(join(copy, 'electron', 'shell')).map((name) => join(copy, 'electron', 'shell', name));
  redirect(join(copy, 'electron', 'main.ts'), '../e2e/chromium/electron.ts');
  for (const file of shell) if (/(?<!\.test)\.ts$/.test(file)) redirect(file, '../../e2e/chromium/electron.ts');
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function redirect(file: string, double: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll("from 'electron'", `from '${double}'`));
}

/** Members that product code uses and the double lacks, as the compiler tells them. */
function missing(): string[] {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', copy, '--pretty', 'false'], {
    cwd: copy,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((line) => /^electron\/(main\.ts|shell\/)/.test(line) && MISSING.test(line));
}

describe('the double of electron', () => {
  it('has every member that product code uses', () => {
    expect(missing()).toEqual([]);
  });

  it('would be found out by a member that it lacks', () => {
    const probe =
      "import { app, Tray } from '../../e2e/chromium/electron.ts';\nexport const used = [app.getGPUInfo, Tray];\n";
    writeFileSync(join(copy, 'electron', 'shell', 'probe.ts'), probe);
    expect(missing()).toEqual([
      expect.stringContaining("no exported member 'Tray'"),
      expect.stringContaining("Property 'getGPUInfo' does not exist"),
    ]);
  });
});
