/** The manifest's change as a list of fields: what the package claims now and did not claim before. Pure. */

export interface FieldChange {
  /** Member of the manifest. */
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  /** True when the package claims more than before: a scope that was not there, another issuer. */
  readonly widens: boolean;
}

/** Members whose change is shown, in the order a person asks. `files` and `integrity` are proven elsewhere. */
const FIELDS = [
  'issuer',
  'profileId',
  'packageId',
  'status',
  'createdUtc',
  'declaredScopes',
  'entrypoints',
  'supportBoundary',
  'uaixVersion',
] as const;

/** Changed fields of two manifests; null when one of them is not a JSON object. */
export function manifestChanges(before: string, after: string): readonly FieldChange[] | null {
  const [a, b] = [parse(before), parse(after)];
  if (!a || !b) return null;
  const changes: FieldChange[] = [];
  for (const name of FIELDS) {
    const [from, to] = [words(a[name]), words(b[name])];
    if (from !== to) changes.push({ name, before: from, after: to, widens: widens(name, a[name], b[name]) });
  }
  return changes;
}

function widens(name: string, before: unknown, after: unknown): boolean {
  if (name === 'issuer') return true;
  if (name !== 'declaredScopes' || !Array.isArray(after)) return false;
  const had = new Set(Array.isArray(before) ? before : []);
  return after.some((scope) => !had.has(scope));
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // Not JSON: the manifest then has a finding of its own, and the texts are compared as they are.
    return null;
  }
}

function words(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return JSON.stringify(value);
}
