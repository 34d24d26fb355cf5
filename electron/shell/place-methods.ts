/**
 * Places of a profile outside the data folder. A page never names a folder of its own making: only what this program proposed, what the
 * person chose in the system's dialog for that profile, and what was its place before can become one.
 */
import { app, type BrowserWindow, dialog } from 'electron';
import type { Shell } from '../../shared/contract.ts';
import { type Answer, accepted, type ProfilePlace, refused } from '../../shared/models.ts';
import { problemOfChosenFolder } from '../chosen-folder.ts';
import type { LocalProfiles } from '../desk/local-profiles.ts';
import { openFolder } from './open-folder.ts';
import type { Texts } from './texts.ts';

interface PlaceParts {
  /** The desk's profiles, once it is open. */
  profiles(): Promise<Answer<LocalProfiles>>;
  texts(): Texts;
}

type Methods = Pick<Shell, 'suggestWiki' | 'setPlace' | 'endPlace' | 'openPlace'> & {
  choosePlace(args: Parameters<Shell['choosePlace']>[0], window: BrowserWindow): ReturnType<Shell['choosePlace']>;
};

export function placeMethods({ profiles, texts }: PlaceParts): Methods {
  const known = new Set<string>();
  const nameOf = (profileKey: string, what: ProfilePlace, folder: string) => `${what} ${profileKey} ${folder}`;
  /** The way back from a change needs no second choice. */
  const rememberPlace = (local: LocalProfiles, profileKey: string, what: ProfilePlace) => {
    const before = local.facts(profileKey)[what]?.folder;
    if (before !== undefined) known.add(nameOf(profileKey, what, before));
  };

  return {
    async suggestWiki({ profileKey }) {
      const local = await profiles();
      if (!local.ok) return local;
      const offer = local.value.suggestWiki(app.getPath('documents'), profileKey);
      known.add(nameOf(profileKey, 'wiki', offer.folder));
      return accepted(offer);
    },

    async choosePlace({ profileKey, what }, window) {
      const local = await profiles();
      if (!local.ok) return local;
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        title: texts()(what === 'wiki' ? 'chooseWikiTitle' : 'chooseMirrorTitle'),
        properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'],
      });
      const folder = filePaths[0];
      if (canceled || folder === undefined) return accepted(null);
      const offer = local.value.offerPlace(profileKey, what, folder);
      known.add(nameOf(profileKey, what, offer.folder));
      return accepted(offer);
    },

    async setPlace({ profileKey, what, folder, share }) {
      const local = await profiles();
      if (!local.ok) return local;
      if (!known.has(nameOf(profileKey, what, folder)))
        return refused('bad-request', { variant: 'folder-not-chosen', what: folder });
      rememberPlace(local.value, profileKey, what);
      try {
        return accepted(local.value.setPlace(profileKey, what, folder, share));
      } catch (thrown) {
        return { ok: false, problem: problemOfChosenFolder(thrown) };
      }
    },

    async endPlace({ profileKey, what }) {
      const local = await profiles();
      if (!local.ok) return local;
      rememberPlace(local.value, profileKey, what);
      return accepted(local.value.endPlace(profileKey, what));
    },

    async openPlace({ profileKey, what }) {
      const local = await profiles();
      if (!local.ok) return local;
      const folder = local.value.facts(profileKey)[what]?.folder;
      return folder === undefined ? refused('not-found', { what }) : openFolder(folder);
    },
  };
}
