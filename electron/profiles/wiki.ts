/**
 * Where a profile keeps its long-term memory: a wiki folder that the person chose, separate from that of every other profile unless
 * sharing was chosen. A setting of this client; a `wikiRoot` in a package is a claim that is shown and never followed.
 */
import { join, resolve } from 'node:path';
import { appendEvent } from '../database/events.ts';
import { forgetValue, keepValue, keptValue, keptValues } from '../database/kept-values.ts';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError } from '../problem.ts';
import type { ActContext } from './act.ts';
import { overlaps, requireFolderOrNothing, requireOutside } from './places.ts';
import { getProfile, requirePresent } from './record.ts';

const NAME = 'profile.wiki.';
const LONG_TERM_SCOPE = 'long_term_memory';

export interface WikiRoot {
  /** Absolute. */
  readonly folder: string;
  /** Keys of the other profiles whose wiki folder is this one, contains it or lies in it. */
  readonly sharedWith: readonly string[];
}

/** The folder that is proposed: the person's documents folder, then a name made by this program. */
export function defaultWikiRoot(documents: string, profileKey: string): string {
  return join(documents, 'UAIX', profileKey);
}

/** True when the package of a profile carries long-term memory, so that the question is worth asking at load. */
export function wantsWikiRoot(scopes: readonly string[]): boolean {
  return scopes.includes(LONG_TERM_SCOPE);
}

/** Null while nothing was chosen. */
export function wikiRootOf(db: DeskDatabase, profileKey: string): WikiRoot | null {
  const folder = keptValue(db, NAME + profileKey);
  return folder === null ? null : { folder, sharedWith: sharers(db, profileKey, folder) };
}

/**
 * Chooses the wiki folder of a profile; null takes the choice back. Nothing is made, moved or deleted on disk.
 * @param share true when the person was shown with whom the folder is shared and wants it so
 * @throws ProblemError not-found; not-allowed-in-state for a removed profile; bad-request for a folder that cannot be one;
 * authorization-missing with the other profiles (`with`)
 */
export function setWikiRoot(
  { db, clock, actor }: ActContext,
  profileKey: string,
  chosen: string | null,
  share = false,
): WikiRoot | null {
  return db.transaction(() => {
    const profile = getProfile(db, profileKey);
    if (chosen !== null) requirePresent(profile);
    const before = keptValue(db, NAME + profileKey);
    const { folder, sharedWith } =
      chosen === null ? { folder: null, sharedWith: [] } : checkWikiRoot(db, profileKey, chosen);
    if (sharedWith.length > 0 && !share) {
      const titles = sharedWith.map((key) => getProfile(db, key).title);
      throw new ProblemError('authorization-missing', { variant: 'wiki', with: titles.join(', ') });
    }
    if (folder === null) forgetValue(db, NAME + profileKey);
    else keepValue(db, NAME + profileKey, folder);
    if (before !== folder) {
      const data = { what: 'wiki-root', before, after: folder, sharedWith };
      appendEvent(db, { kind: 'profile.changed', actor, subject: profileKey, utc: clock.now(), data });
    }
    return folder === null ? null : { folder, sharedWith };
  });
}

/**
 * Chooses the wiki folder of a profile and makes it where it is not there yet. What is taken back later stays on disk.
 * @throws ProblemError as `setWikiRoot`, or one of the environment; then nothing is chosen
 */
export function makeWikiRoot(act: ActContext, profileKey: string, chosen: string, share: boolean): void {
  const { db } = act;
  db.transaction(() => {
    setWikiRoot(act, profileKey, chosen, share);
    db.files.makeFolder(resolve(chosen));
  });
}

/**
 * Whether a folder could be the wiki folder of a profile, which need not exist yet. Reads only.
 * @throws ProblemError bad-request: not outside the data folder (`folder`, `inside-data-folder`), or no folder (`not-a-folder`)
 */
export function checkWikiRoot(db: DeskDatabase, profileKey: string, chosen: string): WikiRoot {
  const folder = requireOutside(db.layout, chosen);
  requireFolderOrNothing(db, folder);
  return { folder, sharedWith: sharers(db, profileKey, folder) };
}

function sharers(db: DeskDatabase, profileKey: string, folder: string): readonly string[] {
  return keptValues(db, NAME)
    .map(({ name, value }) => ({ key: name.slice(NAME.length), value }))
    .filter(({ key, value }) => key !== profileKey && overlaps(value, folder))
    .map(({ key }) => key);
}
