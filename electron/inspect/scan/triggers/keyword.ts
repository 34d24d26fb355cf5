/** Keywords, their marks, and the fold under which they are compared. */

export interface Keyword {
  /** `^` and `$` at the ends demand that no letter or digit stands there; `+` at the end, that a token goes on for ten units. */
  readonly word: string;
  /** Index of the matcher that asked for it. */
  readonly owner: number;
}

/** What is demanded around a keyword. */
export interface Ending {
  readonly owner: number;
  readonly left: boolean;
  readonly right: boolean;
  /** A token must follow. */
  readonly token: boolean;
}

/** The folded word without its marks. */
export function parseKeyword({ word, owner }: Keyword): { readonly word: string; readonly ending: Ending } {
  const left = word.length > 1 && word.startsWith('^');
  const right = word.length > 1 && word.endsWith('$');
  const token = word.length > 1 && word.endsWith('+');
  const bare = word.slice(left ? 1 : 0, right || token ? -1 : undefined);
  const folded = Array.from({ length: bare.length }, (_, i) => String.fromCharCode(foldUnit(bare.charCodeAt(i)))).join(
    '',
  );
  return { word: folded, ending: { owner, left, right, token } };
}

let table: Uint16Array | null = null;

/** `foldUnit` of every code unit, made once per process. */
export function foldTable(): Uint16Array {
  if (table) return table;
  table = new Uint16Array(0x1_0000);
  for (let unit = 0; unit < 0x1_0000; unit++) table[unit] = foldUnit(unit);
  return table;
}

/** Folds one code unit (case, full width, accents). Never changes the length of a text. */
export function foldUnit(unit: number): number {
  if (unit < 0x80) return unit >= 65 && unit <= 90 ? unit + 32 : unit;
  // Han, Hangul, surrogates and private use have neither case nor accents.
  if (unit >= 0x3400 && unit <= 0x9fff) return unit;
  if (unit >= 0xac00 && unit <= 0xfaff) return unit;
  if (unit >= 0xff01 && unit <= 0xff5e) return foldUnit(unit - 0xfee0);
  const character = String.fromCharCode(unit);
  const base = character.normalize('NFD').charCodeAt(0);
  if (base < 0x80 && unit < 0x1f00) return foldUnit(base);
  const lower = character.toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}
