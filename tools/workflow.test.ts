/** The workflows for the public repository: pinned, bounded, without rights, and calling only what exists here. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, '.github', 'workflows');
const names = readdirSync(FOLDER);
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly 'runs-on': string;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: unknown;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

it('there is one', () => {
  expect(names).toEqual(['ci.yml']);
});

describe.each(names)('%s', (name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  const workflow = parse(text, { strict: true, uniqueKeys: true }) as Workflow;
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);

  it('takes every action at a commit, with its version beside it', () => {
    const uses = text.split('\n').filter((line) => /\buses:/.test(line));
    expect(uses).toHaveLength(steps.filter((step) => step.uses).length);
    for (const line of uses) expect(line).toMatch(/uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('may only read, keeps no credential, and never runs foreign code with rights', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(jobs.filter(([, job]) => job.permissions !== undefined)).toEqual([]);
    expect(Object.keys(workflow.on)).toEqual(['push', 'pull_request']);
    for (const { uses, with: given } of steps) {
      if (uses?.startsWith('actions/checkout@')) expect(given).toMatchObject({ 'persist-credentials': false });
    }
    expect(text).not.toMatch(/secrets\./);
  });

  it('ends by itself, on named systems', () => {
    for (const [id, job] of jobs) {
      expect(job['timeout-minutes'], id).toBeLessThanOrEqual(60);
      expect(text).not.toMatch(/-latest\b/);
    }
  });

  it('puts nothing of an event into a shell', () => {
    for (const { run } of steps) expect(run ?? '').not.toMatch(/\$\{\{\s*(github|inputs|steps)\./);
  });

  it('calls only scripts and tools that are here', () => {
    const lines = steps.flatMap(({ run }) => (run ?? '').split('\n'));
    const called = lines.flatMap((line) => [...line.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script ?? ''));
    expect(called.length).toBeGreaterThan(0);
    expect(called.filter((script) => !(script in scripts))).toEqual([]);
    const files = lines.flatMap((line) => [...line.matchAll(/node (\S+)/g)].map(([, file]) => file ?? ''));
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    expect(lines).toContain('npm test');
  });
});
