/** What a load would do by the person's choice, and typed authorisations. Pure. */
import type { AnchorChange, LoadPlan } from '../../shared/models.ts';

export type Source = 'same' | 'keep-both' | 'replace';

/**
 * The plan as it is under a choice. Where another issuer's profile has the same id, the desk tells files and anchors against that
 * profile: a profile of its own changes nothing of it, continuing it makes its next generation.
 */
export function planUnder(plan: LoadPlan, source: Source): LoadPlan {
  const { sourceConflict } = plan;
  if (!sourceConflict) return plan;
  if (source !== 'replace') return { ...plan, anchors: [], downgrade: null };
  return { ...plan, profileKey: sourceConflict.profileKey, generation: sourceConflict.generation };
}

/** Number of files of the package. */
export function filesOf({ added, changed, unchanged }: Pick<LoadPlan, 'added' | 'changed' | 'unchanged'>): number {
  return added.length + changed.length + unchanged;
}

/** Exactly the words; only white space around them is forgiven. */
export function sameWords(typed: string | undefined, wanted: string): boolean {
  return typed?.trim() === wanted;
}

/** The authorisations when every anchor change has its own, else null. */
export function authorizationsGiven(
  anchors: readonly AnchorChange[],
  typed: Readonly<Record<string, string>>,
): readonly string[] | null {
  const all = anchors.every((anchor) => sameWords(typed[anchor.authorization], anchor.authorization));
  return all ? anchors.map((anchor) => anchor.authorization) : null;
}
