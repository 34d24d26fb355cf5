/** The generations of a profile to pick from, the newest first. Pure. */
import type { Profile } from '../../shared/models.ts';
import type { TextValues } from '../../shared/text.ts';

export function generationOptions(
  { generations, current }: Pick<Profile, 'generations' | 'current'>,
  t: (key: string, values?: TextValues) => string,
): readonly { readonly id: string; readonly label: string }[] {
  return generations
    .toSorted((a, b) => b.n - a.n)
    .map(({ n }) => ({ id: String(n), label: t(n === current ? 'compare.current' : 'profile.generation', { n }) }));
}
