/** Profiles as JSON objects: the contract of product.md. */
import type { Profile } from '../../shared/models.ts';

/** One row of `profiles --json`. */
export function profileItem(profile: Profile): Record<string, unknown> {
  const { profileId, profileKey, current, active, path, title, issuer, removedUtc } = profile;
  return {
    schema: 'uaix-desktop.profile.v1',
    profileId,
    current,
    active,
    generations: profile.generations.map(({ n, archiveSha256, loadedUtc }) => ({ n, archiveSha256, loadedUtc })),
    path,
    profileKey,
    title,
    issuer,
    ...(removedUtc === null ? {} : { removedUtc }),
  };
}
