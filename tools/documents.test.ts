/** Documents that are made from the program say what the program says. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULE_IDS } from '../shared/rules.ts';

const ROOT = resolve(import.meta.dirname, '..');

function check(...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? 'in step' : `${stdout}${stderr}`;
}

describe('generated documents', () => {
  it('docs/rules.md is the rule catalogue', () => {
    expect(check('tools/rules-doc.mjs', '--check')).toBe('in step');
  });
});

describe('the rule catalogue', () => {
  /** Tests, fixtures and corpora: what shows that a rule trips. */
  const witnesses = ['electron', 'e2e/fixtures']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(ROOT, folder, name)),
    )
    .filter((path) => /\.ts$/.test(path) && /\.test\.ts$|testing\.ts$|[\\/](?:fixtures|corpus)[\\/]/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');

  it.each(RULE_IDS)('%s has a case that trips it', (id) => {
    const [family, short] = id.split('/');
    // The cases of SPEC-04 name their rules without the family.
    const named = family === 'spec04' ? [`'${id}'`, `'${short}'`, `['${short}`] : [`'${id}'`];
    expect(named.some((name) => witnesses.includes(name))).toBe(true);
  });
});
