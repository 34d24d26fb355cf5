/** Typed authorisations. Pure. */
import type { AnchorChange } from '../../shared/models.ts';

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
