/** Folders outside the data folder that a person chooses for a profile: offered, taken, looked at. */
import {
  isPersonaPath,
  type PlaceOffer,
  type ProfileFacts,
  type ProfileName,
  type ProfilePlace,
} from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { problemOf } from '../problem.ts';
import type { ActContext } from '../profiles/act.ts';
import { checkMirror, isMirrorInStep, mirrorOf, setMirror } from '../profiles/mirror.ts';
import { generationFiles, getGeneration, getProfile } from '../profiles/record.ts';
import { checkWikiRoot, makeWikiRoot, wantsWikiRoot, wikiRootOf } from '../profiles/wiki.ts';
import { findSummary } from '../quarantine/packages.ts';

/** What stands against a folder. Never throws for a folder that cannot be taken: the offer says why. */
export function offerPlace(db: DeskDatabase, profileKey: string, what: ProfilePlace, folder: string): PlaceOffer {
  try {
    if (what === 'mirror') return { folder: checkMirror(db, profileKey, folder), sharedWith: [], problem: null };
    const wiki = checkWikiRoot(db, profileKey, folder);
    return { folder: wiki.folder, sharedWith: namesOf(db, wiki.sharedWith), problem: null };
  } catch (thrown) {
    return { folder, sharedWith: [], problem: problemOf(thrown) };
  }
}

/** @throws ProblemError as `makeWikiRoot` or `setMirror` */
export function setPlace(
  act: ActContext,
  profileKey: string,
  what: ProfilePlace,
  folder: string,
  share: boolean,
): void {
  if (what === 'mirror') setMirror(act, profileKey, folder);
  else makeWikiRoot(act, profileKey, folder, share);
}

/** @throws ProblemError not-found */
export function profileFacts(db: DeskDatabase, profileKey: string): ProfileFacts {
  const { current } = getProfile(db, profileKey);
  const claims = findSummary(db, getGeneration(db, profileKey, current).archiveSha256)?.claims;
  const wiki = wikiRootOf(db, profileKey);
  const mirror = mirrorOf(db, profileKey);
  return {
    profileKey,
    wiki: wiki && { folder: wiki.folder, sharedWith: namesOf(db, wiki.sharedWith) },
    mirror: mirror && { ...mirror, inStep: isMirrorInStep(db, profileKey, mirror) },
    longTermMemory: wantsWikiRoot(claims?.scopes ?? []),
    persona: generationFiles(db, profileKey, current).some(({ path }) => isPersonaPath(path)),
    derivative: claims?.derivative ?? false,
  };
}

function namesOf(db: DeskDatabase, keys: readonly string[]): readonly ProfileName[] {
  return keys.map((profileKey) => ({ profileKey, title: getProfile(db, profileKey).title }));
}
