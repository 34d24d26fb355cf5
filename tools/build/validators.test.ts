import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { CompiledOnUse, Validators } from '../../electron/compiling.ts';
import { VALIDATORS as ANSWERS } from '../../electron/inspector/answer-validators.ts';
import { VALIDATORS as REQUESTS } from '../../electron/inspector/request-validators.ts';
import { VALIDATORS as POLICY } from '../../electron/policy/validators.ts';
import { VALIDATORS as ARGUMENTS } from '../../electron/shell/validators.ts';
import { validatorsModule } from './validators.ts';

/** Runs the module as a bundler would: its imports are CommonJS modules. */
function built(from: Validators<string>): Validators<string> {
  const body = validatorsModule(from as CompiledOnUse<string>)
    .replaceAll(/import (\w+) from '([^']+)';/g, "const $1 = require('$2');")
    .replace('export const VALIDATORS =', 'return');
  return new Function('require', body)(createRequire(import.meta.url));
}

/** What a validator says about a value, as far as the program reads it. */
function said(validators: Validators<string>, name: string, value: unknown) {
  const validate = validators.of(name);
  const faults = validate(value) ? [] : (validate.errors ?? []);
  return faults.map(({ keyword, instancePath, params, message }) => ({ keyword, instancePath, params, message }));
}

describe('the validators that a build compiles', () => {
  const policy = built(POLICY);
  const args = built(ARGUMENTS as Validators<string>);

  it.each([
    ['nothing', {}, 0],
    ['an unknown member and a wrong type', { limit: {}, limits: { entries: '7' } }, 2],
    ['no object', [], 1],
  ])('say of a policy with %s what the schema says', (_name, value, faults) => {
    const expected = said(POLICY, 'policy', value);
    expect(said(policy, 'policy', value)).toEqual(expected);
    expect(expected).toHaveLength(faults);
  });

  it.each([
    ['getPackage', { archive: 'a'.repeat(64) }, 0],
    ['getPackage', { archive: 'A'.repeat(64) }, 1],
    ['getPackage', { archive: 'a'.repeat(64), more: 1 }, 1],
    ['setSettings', { language: 'fr' }, 1],
    ['listQueue', { states: ['loaded'], search: '𝒳'.repeat(4_000), sort: 'title', offset: 0, limit: 500 }, 0],
    ['listQueue', { states: ['loaded'], search: '𝒳'.repeat(4_001), sort: 'title', offset: 0, limit: 500 }, 1],
    ['windowRests', null, 1],
  ])('say of arguments of %s what the schema says', (method, value, faults) => {
    const expected = said(ARGUMENTS as Validators<string>, method, value);
    expect(said(args, method, value)).toEqual(expected);
    expect(expected).toHaveLength(faults);
  });

  it.each([
    [ANSWERS, 'ready', { type: 'ready', confined: true }, 0],
    [
      ANSWERS,
      'piece',
      { type: 'piece', job: 1, marks: [{ from: 0, to: 1, kind: 'smile', name: 'x', decoded: null }] },
      1,
    ],
    [REQUESTS, 'read', { type: 'read', job: 1, path: 'x', sha256: 'a'.repeat(64), marks: true }, 0],
    [REQUESTS, 'read', { type: 'read', job: -1, path: 'x', sha256: 'a'.repeat(64), marks: true }, 1],
  ])('say of a message what the schema says: %#', (from, type, value, faults) => {
    const validators = from as Validators<string>;
    const expected = said(validators, type, value);
    expect(said(built(validators), type, value)).toEqual(expected);
    expect(expected).toHaveLength(faults);
  });

  it('has one for every schema', () => {
    const { schemas } = ARGUMENTS as unknown as CompiledOnUse<string>;
    expect(Object.keys(schemas).filter((name) => typeof args.of(name) !== 'function')).toEqual([]);
  });
});
