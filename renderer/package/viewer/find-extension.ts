/** Finding words in the shown file. */
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** More hits than a person will step through; counting stops there. */
export const MOST_HITS = 2_000;

export interface Found {
  readonly hits: readonly { readonly from: number; readonly to: number }[];
  readonly at: number;
}

export const setFound = StateEffect.define<Found>();

/** Every place where the words stand, any letter case, first to last. Offsets are those of the text. */
export function findHits(text: string, words: string): Found['hits'] {
  if (words === '') return [];
  const hits: { from: number; to: number }[] = [];
  // Folding a whole text may change its length (İ); an escaped, case-insensitive pattern keeps the offsets.
  const pattern = new RegExp(words.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'giu');
  for (const match of text.matchAll(pattern)) {
    hits.push({ from: match.index, to: match.index + match[0].length });
    if (hits.length >= MOST_HITS) break;
  }
  return hits;
}

const HIT = Decoration.mark({ class: 'cm-found' });
const HERE = Decoration.mark({ class: 'cm-found cm-found-here' });

export const showFound = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setFound)) {
        return Decoration.set(
          effect.value.hits.map((hit, index) => (index === effect.value.at ? HERE : HIT).range(hit.from, hit.to)),
        );
      }
    }
    return value;
  },
  provide: (field) => EditorView.decorations.from(field),
});
