/** Values of a timeline entry: tokens of the SPEC-04 schema in the reader's words, everything else as the message has it. */
import type { Text } from '../../shared/text.ts';

type Values = Readonly<Record<string, string | number>>;

/** Member of an entry → key of the text that words its token. */
const KEYS: Readonly<Record<string, (token: string | number) => string>> = {
  fileKind: (token) => `handoff:kind.${token}`,
  disposition: (token) => `handoff:disposition.${token}`,
  outcome: (token) => `handoff:outcome.${token}`,
  phase: (token) => `handoff.phase.${token}`,
  present: (token) => `handoff.truth.${token}`,
  authorized: (token) => `handoff.truth.${token}`,
  status: (token) => `handoff.kept.${token}`,
};

/** `ours` are known tokens, worded; `foreign` is what the sender chose. Digests are shortened: the message itself can be copied. */
export function worded(
  text: Pick<Text, 't' | 'has'>,
  values: Values,
): { readonly ours: Values; readonly foreign: Values } {
  const ours: Record<string, string | number> = {};
  const foreign: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    const key = Object.hasOwn(KEYS, name) ? KEYS[name]?.(value) : undefined;
    if (key !== undefined && text.has(key)) ours[name] = text.t(key);
    else foreign[name] = typeof value === 'string' ? value.replace(/[0-9a-f]{64}/g, shortened) : value;
  }
  return { ours, foreign };
}

function shortened(digest: string): string {
  return `${digest.slice(0, 6)}…${digest.slice(-4)}`;
}
