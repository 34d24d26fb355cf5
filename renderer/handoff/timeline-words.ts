/** Tokens of the SPEC-04 schema in the reader's words. */
import type { Text } from '../../shared/text.ts';

type Values = Readonly<Record<string, string | number>>;

/** Member of a timeline entry → group of `handoff.json` that words it. */
const GROUPS: Readonly<Record<string, string>> = { fileKind: 'kind', disposition: 'disposition', outcome: 'outcome' };

export function worded(text: Pick<Text, 't' | 'has'>, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const key = `handoff:${GROUPS[name]}.${value}`;
      return [name, name in GROUPS && text.has(key) ? text.t(key) : value];
    }),
  );
}
