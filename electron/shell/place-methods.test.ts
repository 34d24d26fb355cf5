/** A page may only make a folder a place that was proposed or chosen for that very profile. */
import type { BrowserWindow } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { accepted, type PlaceOffer, type ProfileFacts, type ProfilePlace, refused } from '../../shared/models.ts';
import type { LocalProfiles } from '../desk/local-profiles.ts';
import { textsOf } from './texts.ts';

const electron = vi.hoisted(() => ({
  app: { getPath: (name: string) => `/home/ada/${name}` },
  dialog: { showOpenDialog: vi.fn() },
  shell: { openPath: vi.fn() },
}));
vi.mock('electron', () => electron);
const { placeMethods } = await import('./place-methods.ts');

const ONE = '1'.repeat(16);
const OTHER = '2'.repeat(16);
const WINDOW = {} as BrowserWindow;

/** What the desk holds, without a desk. */
function fakeProfiles() {
  const places = new Map<string, string>();
  const facts = (profileKey: string): ProfileFacts => {
    const folder = (what: ProfilePlace) => places.get(`${what} ${profileKey}`);
    const [wiki, mirror] = [folder('wiki'), folder('mirror')];
    return {
      profileKey,
      wiki: wiki === undefined ? null : { folder: wiki, sharedWith: [] },
      mirror: mirror === undefined ? null : { folder: mirror, generation: 1, problem: null, aside: [], inStep: true },
      longTermMemory: true,
      persona: true,
      derivative: false,
    };
  };
  const offer = (folder: string): PlaceOffer => ({ folder, sharedWith: [], problem: null });
  const local = {
    facts,
    suggestWiki: (documents: string, profileKey: string) => offer(`${documents}/UAIX/${profileKey}`),
    offerPlace: (_key: string, _what: ProfilePlace, folder: string) => offer(folder),
    setPlace(profileKey: string, what: ProfilePlace, folder: string) {
      if (folder.startsWith('/full')) throw Object.assign(new Error('full'), { code: 'ENOSPC', path: folder });
      places.set(`${what} ${profileKey}`, folder);
      return facts(profileKey);
    },
    endPlace(profileKey: string, what: ProfilePlace) {
      places.delete(`${what} ${profileKey}`);
      return facts(profileKey);
    },
  };
  return local as unknown as LocalProfiles;
}

let methods: ReturnType<typeof placeMethods>;
beforeEach(() => {
  const local = fakeProfiles();
  methods = placeMethods({ profiles: async () => accepted(local), texts: () => textsOf('en') });
  electron.dialog.showOpenDialog.mockReset();
  electron.shell.openPath.mockReset();
});

const choosing = (...filePaths: readonly string[]) =>
  electron.dialog.showOpenDialog.mockResolvedValue({ canceled: filePaths.length === 0, filePaths });
const set = (folder: string, profileKey = ONE, what: ProfilePlace = 'wiki') =>
  methods.setPlace({ profileKey, what, folder, share: false });
const NOT_CHOSEN = { ok: false, problem: { code: 'bad-request', values: { variant: 'folder-not-chosen' } } };

describe('a folder becomes a place', () => {
  it('when it was chosen in the dialog for this profile and this use, and not otherwise', async () => {
    choosing('/home/ada/wiki');
    expect(await set('/home/ada/wiki')).toMatchObject(NOT_CHOSEN);
    await methods.choosePlace({ profileKey: ONE, what: 'wiki' }, WINDOW);
    for (const refusedOne of [
      set('/home/ada/wiki', OTHER),
      set('/home/ada/wiki', ONE, 'mirror'),
      set('/home/ada'),
      set('/home/ada/wiki/../../root'),
    ]) {
      expect(await refusedOne).toMatchObject(NOT_CHOSEN);
    }
    expect(await set('/home/ada/wiki')).toMatchObject({ ok: true, value: { wiki: { folder: '/home/ada/wiki' } } });
  });

  it('when the program proposed it: below the documents, named by the key of the profile', async () => {
    const folder = `/home/ada/documents/UAIX/${ONE}`;
    expect(await methods.suggestWiki({ profileKey: ONE })).toMatchObject({ ok: true, value: { folder } });
    expect(await set(folder)).toMatchObject({ ok: true });
  });

  it('when it was the place before, after a change and after taking it away', async () => {
    choosing('/a');
    await methods.choosePlace({ profileKey: ONE, what: 'mirror' }, WINDOW);
    await set('/a', ONE, 'mirror');
    choosing('/b');
    await methods.choosePlace({ profileKey: ONE, what: 'mirror' }, WINDOW);
    await set('/b', ONE, 'mirror');
    expect(await set('/a', ONE, 'mirror')).toMatchObject({ ok: true });
    expect(await methods.endPlace({ profileKey: ONE, what: 'mirror' })).toMatchObject({ value: { mirror: null } });
    expect(await set('/a', ONE, 'mirror')).toMatchObject({ value: { mirror: { folder: '/a' } } });
  });
});

it('a cancelled dialog offers nothing', async () => {
  choosing();
  expect(await methods.choosePlace({ profileKey: ONE, what: 'wiki' }, WINDOW)).toEqual(accepted(null));
});

it('what the chosen place cannot take is told in words about that place', async () => {
  choosing('/full/wiki');
  await methods.choosePlace({ profileKey: ONE, what: 'wiki' }, WINDOW);
  expect(await set('/full/wiki')).toEqual({
    ok: false,
    problem: { code: 'disk-full', values: { path: '/full/wiki', system: 'ENOSPC', variant: 'chosen-folder' } },
  });
});

it('opens the place in the file manager, and only when there is one', async () => {
  electron.shell.openPath.mockResolvedValue('');
  const place = { profileKey: ONE, what: 'wiki' } as const;
  expect(await methods.openPlace(place)).toMatchObject({ ok: false, problem: { code: 'not-found' } });
  await methods.suggestWiki({ profileKey: ONE });
  await set(`/home/ada/documents/UAIX/${ONE}`);
  expect(await methods.openPlace(place)).toEqual(accepted(null));
  expect(electron.shell.openPath).toHaveBeenCalledWith(`/home/ada/documents/UAIX/${ONE}`);
  electron.shell.openPath.mockResolvedValue('gone');
  expect(await methods.openPlace(place)).toMatchObject({ ok: false, problem: { code: 'io' } });
});

it('before the desk is open, its problem is the answer', async () => {
  const closed = placeMethods({ profiles: async () => refused('database-newer'), texts: () => textsOf('en') });
  expect(await closed.suggestWiki({ profileKey: ONE })).toMatchObject({ problem: { code: 'database-newer' } });
});
