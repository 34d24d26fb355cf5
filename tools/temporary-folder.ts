/** A folder for temporary files of its own for one run of the unit tests. What a test leaves in it fails the run. */
import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where `os.tmpdir()` looks, on one system or another. */
const VARIABLES = ['TMPDIR', 'TEMP', 'TMP'] as const;

/** For vitest's `globalSetup`. @returns what to do after the last test; throws when a file or folder is left. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'uaix-tests-'));
  // Tests that work as another account pass through it.
  chmodSync(folder, 0o755);
  for (const variable of VARIABLES) process.env[variable] = folder;
  return () => {
    const left = readdirSync(folder);
    rmSync(folder, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`left behind by tests: ${left.join(', ')}`);
  };
}
