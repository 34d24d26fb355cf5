/** The canonical form of what is recorded, for its digests: RFC 8785. */
import canonicalize from 'canonicalize';

/** An object puts numbers first, whatever the order of its members, and takes the other one for its prototype. */
const UNRULY_NAME = /^(?:\d+|__proto__)$/;
/** How `JSON.stringify` writes a lone surrogate. */
const LONE_SURROGATE = /\\ud[89a-f]/;

/**
 * RFC 8785 text of a value of JSON. There is no form for lone surrogates, which strings of a package may hold; they become U+FFFD for
 * the digest only.
 *
 * The engine writes strings and numbers as the RFC asks, and many times faster than code of ours: only the order of members is left to do.
 */
export function canonicalText(value: unknown): string {
  const inOrder = ordered(value);
  const text = inOrder === undefined ? undefined : JSON.stringify(inOrder);
  return text === undefined || LONE_SURROGATE.test(text) ? writtenByMember(value) : text;
}

/** The value with the members of its objects in the order of the RFC; undefined when an object cannot keep them so. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(ordered);
    return items.includes(undefined) ? undefined : items;
  }
  const members: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name];
    if (member === undefined) continue;
    const inOrder = ordered(member);
    if (inOrder === undefined || UNRULY_NAME.test(name)) return undefined;
    members[name] = inOrder;
  }
  return members;
}

function writtenByMember(value: unknown): string {
  try {
    return canonicalize(value) ?? '';
  } catch {
    const text = JSON.stringify(value, (_name, member: unknown) =>
      typeof member === 'string' ? member.toWellFormed() : member,
    );
    return canonicalize(JSON.parse(text)) ?? '';
  }
}
