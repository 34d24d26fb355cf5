/** The texts of a JSON value, in order. */

/** Every string in a value that holds something else than blanks, trimmed. Nesting is bounded by the manifest's own limit. */
export function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
