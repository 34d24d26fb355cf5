/** Values of a timeline entry: tokens of the SPEC-04 schema in the reader's words, everything else as the message has it. */
import type { Text } from '../../shared/text.ts';

type Values = Readonly<Record<string, string | number>>;

/** Member of an entry → group of texts that words its tokens. */
const GROUPS: Readonly<Record<string, string>> = {
  fileKind: 'handoff:kind',
  disposition: 'handoff:disposition',
  outcome: 'handoff:outcome',
  phase: 'handoff.phase',
  present: 'handoff.truth',
  authorized: 'handoff.truth',
  status: 'handoff.kept',
};

/** `ours` are known tokens, worded; `foreign` is what the sender chose. Digests are shortened: the message itself can be copied. */
export function worded(
  text: Pick<Text, 't' | 'has'>,
  values: Values,
): { readonly ours: Values; readonly foreign: Values } {
  const ours: Record<string, string | number> = {};
  const foreign: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    const key = `${GROUPS[name]}.${value}`;
    if (name in GROUPS && text.has(key)) ours[name] = text.t(key);
    else foreign[name] = typeof value === 'string' ? value.replace(/[0-9a-f]{64}/g, shortened) : value;
  }
  return { ours, foreign };
}

function shortened(digest: string): string {
  return `${digest.slice(0, 6)}…${digest.slice(-4)}`;
}
