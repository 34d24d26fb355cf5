import { describe, expect, it, vi } from 'vitest';
import { accepted } from '../../shared/models.ts';
import { ProblemError } from '../problem.ts';
import { answerCall, argumentFault, METHODS, type Method } from './call.ts';
import type { SenderFrame } from './sender.ts';

const OURS: SenderFrame = { url: 'app://desk/index.html#/queue', parent: null, detached: false };
const DIGEST = 'a'.repeat(64);

function call(
  method: Method,
  args: unknown,
  frame: SenderFrame | null = OURS,
  act = async () => accepted('done' as unknown),
) {
  const notes: string[] = [];
  const done = vi.fn(act);
  const answer = answerCall({ method, frame, args }, done, (_level, what) => notes.push(what));
  return answer.then((value) => ({ value, notes, acted: done.mock.calls.length }));
}

describe('who may call', () => {
  it('lets the top frame of our page in', async () => {
    expect(await call('appInfo', {})).toEqual({ value: { ok: true, value: 'done' }, notes: [], acted: 1 });
  });

  it.each<[string, SenderFrame | null]>([
    ['a frame that has gone', null],
    ['a detached frame', { ...OURS, detached: true }],
    ['a frame inside our page', { ...OURS, parent: {} }],
    ['another page', { ...OURS, url: 'https://example.invalid/' }],
    ['another file of ours', { ...OURS, url: 'app://desk/assets/a.js' }],
    ['an empty page', { ...OURS, url: 'about:blank' }],
  ])('refuses %s and does nothing', async (_who, frame) => {
    const { value, notes, acted } = await call('appInfo', {}, frame);
    expect(value).toEqual({
      ok: false,
      problem: { code: 'bad-request', values: { method: 'appInfo', reason: 'sender' } },
    });
    expect(notes).toEqual(['call-from-stranger']);
    expect(acted).toBe(0);
  });
});

describe('arguments', () => {
  it('has a schema that compiles for every method', () => {
    for (const method of METHODS) expect(argumentFault(method, Symbol('no value is one'))).not.toBeNull();
  });

  it.each<[Method, unknown]>([
    ['getPackage', { archive: DIGEST }],
    ['setSettings', {}],
    ['setSettings', { theme: 'dark' }],
    ['setWindowProfile', { profileKey: null }],
    ['startProblem', {}],
  ])('%s takes %j', (method, args) => {
    expect(argumentFault(method, args)).toBeNull();
  });

  it.each<[Method, unknown]>([
    ['appInfo', undefined],
    ['appInfo', { extra: 1 }],
    ['getPackage', { archive: '../../etc/passwd' }],
    ['getPackage', { archive: DIGEST.toUpperCase() }],
    ['getPackage', { archive: DIGEST, also: true }],
    ['importFiles', { paths: '/a.uaix' }],
    ['importFiles', { paths: [''] }],
    ['setSettings', { theme: 'pink' }],
    ['readBytes', { archive: DIGEST, path: 'x', offset: 0, length: 65_537 }],
    ['readBytes', { archive: DIGEST, path: 'x', offset: '0', length: 1 }],
  ])('%s refuses %j before anything is done', async (method, args) => {
    const { value, acted } = await call(method, args);
    expect(value).toMatchObject({ ok: false, problem: { code: 'bad-request' } });
    expect(acted).toBe(0);
  });
});

describe('faults', () => {
  it('answers a thrown problem as that problem', async () => {
    const { value } = await call('appInfo', {}, OURS, async () => {
      throw new ProblemError('disk-full', { path: '/data' });
    });
    expect(value).toEqual({ ok: false, problem: { code: 'disk-full', values: { path: '/data' } } });
  });

  it('answers anything else as unexpected, and logs no message of it', async () => {
    const { value, notes } = await call('appInfo', {}, OURS, async () => {
      throw new TypeError('text of a package');
    });
    expect(value).toMatchObject({ ok: false, problem: { code: 'unexpected' } });
    expect(notes).toEqual(['call-broke-off']);
  });
});
