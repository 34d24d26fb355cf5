import { beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('electron', () => import('../../e2e/chromium/electron.ts'));

const { Notification } = await import('../../e2e/chromium/electron.ts');
const { notifyOfEnds } = await import('./notify.ts');
const { textsOf } = await import('./texts.ts');

let watched = false;
let fronted = 0;
const bringToFront = () => {
  fronted += 1;
};
const make = () => notifyOfEnds({ texts: () => textsOf('en'), isWatched: () => watched, bringToFront });

const progress = (importId: string, stage: 'waiting' | 'inspecting' | 'done' | 'failed' | 'cancelled') => ({
  importId,
  stage,
  fileName: 'secret-name.uaix',
  done: 0,
  total: 0,
  archiveSha256: null,
  known: false,
  problem: null,
});

beforeEach(() => {
  watched = false;
  fronted = 0;
  Notification.shown.length = 0;
});

describe('notifications', () => {
  it('come once, after the last of several imports, with numbers and no name', () => {
    const tell = make();
    for (const id of ['a', 'b', 'c']) tell(progress(id, 'waiting'));
    tell(progress('a', 'inspecting'));
    tell(progress('a', 'done'));
    tell(progress('b', 'failed'));
    expect(Notification.shown).toEqual([]);
    tell(progress('c', 'done'));
    expect(Notification.shown.map(({ title, body }) => [title, body])).toEqual([
      ['UAIX Desktop', 'Imports that ended: 2. Imports that broke off: 1.'],
    ]);
    Notification.shown[0]?.emit('click');
    expect(fronted).toBe(1);
  });

  it('do not come while somebody looks, nor for what was cancelled', () => {
    const tell = make();
    watched = true;
    tell(progress('a', 'waiting'));
    tell(progress('a', 'done'));
    watched = false;
    tell(progress('b', 'waiting'));
    tell(progress('b', 'cancelled'));
    expect(Notification.shown).toEqual([]);
  });
});
