/** What of an event's data is worth a place in its row. Pure. */

/** Members by how much they tell, most first. */
const TELLING = [
  'fileName',
  'title',
  'profileId',
  'path',
  'operation',
  'decision',
  'manner',
  'verdict',
  'generation',
  'n',
  'to',
  'note',
  'reason',
  'code',
] as const;
const MOST_FACTS = 4;

/** Members whose values are tokens of this program, worded by `evidence.token.<value>`. */
const TOKENS: ReadonlySet<string> = new Set(['decision', 'manner', 'verdict', 'operation']);

/** Names as the data has them, and what is ours to word: a key of the window's texts with its values. */
export type Fact = string | { readonly key: string; readonly value: string | number };

/** Short facts of an event: names, numbers, and how many files or findings. */
export function eventFacts(data: Readonly<Record<string, unknown>>): readonly Fact[] {
  const facts: Fact[] = [];
  for (const name of TELLING) {
    const value = data[name];
    if (typeof value === 'string' && value !== '') {
      facts.push(TOKENS.has(name) ? { key: `evidence.token.${value}`, value } : value);
    } else if (typeof value === 'number') facts.push({ key: `evidence.number.${name}`, value });
  }
  for (const name of ['files', 'paths'] as const) {
    const list = data[name];
    if (!Array.isArray(list)) continue;
    const first: unknown = list[0];
    const path = typeof first === 'string' ? first : (first as { path?: unknown } | undefined)?.path;
    if (typeof path === 'string') facts.unshift(list.length > 1 ? `${path} +${list.length - 1}` : path);
  }
  return facts.slice(0, MOST_FACTS);
}

/** A subject that names a package, not a profile. */
export function isArchive(subject: string | null): subject is string {
  return subject !== null && /^[0-9a-f]{64}$/.test(subject);
}
