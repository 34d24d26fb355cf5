import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { inspectArchive } from '../inspect/inspect.ts';
import { packFolder } from './pack.ts';
import { bundledPack, SAMPLES } from './testing.ts';

const pack = bundledPack();

/** Everything lint says of a packed sample, as `severity rule path:line detail`. */
async function findingsOf(folder: string, base?: string): Promise<string[]> {
  const { archive } = await packFolder(join(SAMPLES, folder), { pack, ...(base ? { base: join(SAMPLES, base) } : {}) });
  const { findings } = await inspectArchive(archive, { fileName: 'sample.uaix', limits: DEFAULT_LIMITS, pack });
  return findings.map(
    ({ severity, rule, path, pointer, line, detail }) =>
      `${severity} ${rule} ${path ?? ''}${pointer ?? ''}:${line ?? ''} ${JSON.stringify(detail)}`,
  );
}

describe('the samples are what a producer should hand over: nothing to ask about them', () => {
  it.each(['marlow-persona', 'advanced-persona', 'project-handoff', 'long-memory'])('%s', async (sample) => {
    expect(await findingsOf(sample)).toEqual([]);
  });

  it('marlow-persona, second edition', async () => {
    expect(await findingsOf('updates/marlow-persona-2', 'marlow-persona')).toEqual([]);
  });
});

describe('the code of the project sample', () => {
  it('passes its own tests, as its test plan says', () => {
    const run = spawnSync('python3', ['-m', 'unittest', 'discover', '-s', 'tests'], {
      cwd: join(SAMPLES, 'project-handoff'),
      env: { ...process.env, PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1' },
      encoding: 'utf8',
    });
    expect(run.stderr).toMatch(/Ran 7 tests in [^\n]*\n\nOK\n$/u);
  });
});
