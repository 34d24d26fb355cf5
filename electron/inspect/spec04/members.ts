/** Reads a message that may be misshapen: what is not there, or is something else, is absent. The schema has its own findings. */

export type Members = Readonly<Record<string, unknown>>;

const NONE: Members = Object.freeze(Object.create(null) as Record<string, unknown>);

/** The member as an object; one without members when it is none. */
export function objectAt(value: unknown, ...names: readonly string[]): Members {
  let current: unknown = value;
  for (const name of names) current = isObject(current) ? current[name] : undefined;
  return isObject(current) ? current : NONE;
}

/** The member as a list; null when it is none, so that a rule about lists is not applied to something else. */
export function listAt(value: unknown, ...names: readonly string[]): readonly unknown[] | null {
  const found = objectAt(value, ...names.slice(0, -1))[names.at(-1) ?? ''];
  return Array.isArray(found) ? found : null;
}

/** Texts of a list with their places; other elements are left to the schema. */
export function textsAt(value: unknown, ...names: readonly string[]): readonly { text: string; pointer: string }[] {
  const pointer = names.map((name) => `/${name}`).join('');
  return (listAt(value, ...names) ?? []).flatMap((text, index) =>
    typeof text === 'string' ? [{ text, pointer: `${pointer}/${index}` }] : [],
  );
}

/** Objects of a list that have a text at `member`, with the place of that text. */
export function namedAt(
  value: unknown,
  names: readonly string[],
  member: string,
): readonly { text: string; pointer: string; item: Members; itemPointer: string }[] {
  const list = names.map((name) => `/${name}`).join('');
  return (listAt(value, ...names) ?? []).flatMap((element, index) => {
    const item = objectAt(element);
    const text = item[member];
    const itemPointer = `${list}/${index}`;
    return typeof text === 'string' ? [{ text, pointer: `${itemPointer}/${member}`, item, itemPointer }] : [];
  });
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
