/** Texts whose values are set apart inside the sentence, so that a document can isolate what a package says from what we say. */

import { shown } from '../../shared/foreign.ts';
import type { Text, TextValue, TextValues } from '../../shared/text.ts';
import type { Cell } from './document.ts';

// First-strong isolate and its end. `shown` turns these characters into code points wherever a package uses them, so a package can
// neither open nor close an isolate of ours.
const OPEN = '\u2068';
const CLOSE = '\u2069';

/** The same texts, with every text value between isolates. `variant` picks a sentence and is no value of it. */
export function isolating(text: Text): Text {
  return {
    ...text,
    t: (key, values = {}) => text.t(key, isolated(values)),
    clauseText: (outcome) => text.clauseText({ ...outcome, values: isolated(outcome.values) as typeof outcome.values }),
    findingText(finding) {
      const { path, pointer, detail } = finding;
      return text.findingText({
        ...finding,
        ...(path === undefined ? {} : { path: isolate(path) }),
        ...(pointer === undefined ? {} : { pointer: isolate(pointer) }),
        detail: isolated(detail),
      });
    },
  };
}

function isolated(values: TextValues): Record<string, TextValue> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, name === 'variant' ? value : isolatedValue(value)]),
  );
}

function isolatedValue(value: TextValue): TextValue {
  if (typeof value === 'string') return isolate(value);
  return Array.isArray(value) ? value.map((item) => isolate(String(item))) : value;
}

function isolate(value: string): string {
  return value === '' ? '' : `${OPEN}${shown(value)}${CLOSE}`;
}

/** A sentence of an isolating text as runs of our words and of the values in it. */
export function runsOf(sentence: string): Cell {
  return sentence
    .split(/(\u2068[^\u2068\u2069]*\u2069)/u)
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith(OPEN) ? { text: part.slice(1, -1), foreign: true } : { text: part, foreign: false },
    );
}
