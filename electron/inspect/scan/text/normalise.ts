/** Undoes disguise: styled and full-width letters, lookalikes of other scripts, invisible characters, spaced-out and digit-for-letter words. */
import { mappedSurface, type Surface } from './surface.ts';

/** Letters of other scripts that look like a Latin one. Lower case; the fold comes first. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ё: 'e',
  ғ: 'f',
  ɡ: 'g',
  һ: 'h',
  і: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  υ: 'u',
  ѵ: 'v',
  ѡ: 'w',
  ԝ: 'w',
  х: 'x',
  у: 'y',
  ү: 'y',
  ʐ: 'z',
  α: 'a',
  β: 'b',
  ϲ: 'c',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  τ: 't',
  χ: 'x',
  γ: 'y',
  ζ: 'z',
  μ: 'u',
  ω: 'w',
  օ: 'o',
  ս: 'u',
  հ: 'h',
  ո: 'n',
  ց: 'g',
  զ: 'q',
  ա: 'w',
  յ: 'j',
  ք: 'p',
  ɑ: 'a',
  ɩ: 'i',
  ı: 'i',
  ɴ: 'n',
  ɪ: 'i',
  ʀ: 'r',
  ᴀ: 'a',
  ʙ: 'b',
  ᴄ: 'c',
  ᴅ: 'd',
  ᴇ: 'e',
  ꜰ: 'f',
  ɢ: 'g',
  ʜ: 'h',
  ᴊ: 'j',
  ᴋ: 'k',
  ʟ: 'l',
  ᴍ: 'm',
  ᴏ: 'o',
  ᴘ: 'p',
  ǫ: 'q',
  ꜱ: 's',
  ᴛ: 't',
  ᴜ: 'u',
  ᴠ: 'v',
  ᴡ: 'w',
  ʏ: 'y',
  ᴢ: 'z',
  ꮎ: 'o',
  ꭰ: 'd',
  ꭱ: 'r',
  ꭲ: 'i',
  ꮒ: 'h',
  ꮃ: 'w',
  ꮇ: 'm',
  ꮯ: 'c',
  ꮲ: 'p',
  ꮪ: 's',
  ꮩ: 'v',
  ꮓ: 'z',
  ꭺ: 'a',
  ꭼ: 'e',
  ꮋ: 'h',
  ꭻ: 'j',
  ꮶ: 'k',
  ꮮ: 'l',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
};

const DIGITS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};
const IGNORABLE = /^[\p{Default_Ignorable_Code_Point}\p{Mn}\u0080-\u009f\u2800]$/u;
/** `i g n o r e`: single letters with separators between each, five or more. Wider gaps than the narrowest part the words. */
const SPACED = /(?<![\p{L}\p{N}])\p{L}(?:[ .·•_*|/\-~\u00a0]{1,6}\p{L}(?!\p{L})){4,}/gu;
const LATIN_WORD = /[\p{Script=Latin}]/u;

interface Mapped {
  text: string;
  map: number[];
}

/**
 * A range of the parent as a reader would spell it.
 * @returns null when nothing was disguised
 */
export function undoDisguise(parent: Surface, from: number, to: number): Surface | null {
  const source = parent.text.slice(from, to);
  const plain = joinSpaced(unstyle(source));
  if (plain.text === source.toLowerCase()) return null;
  return mappedSurface(
    parent,
    'normalised',
    plain.text,
    plain.map.map((offset) => from + offset),
  );
}

/** NFKC, marks and invisible characters out, lookalikes and digits turned to letters inside words that hold Latin letters. */
function unstyle(source: string): Mapped {
  const characters: string[] = [];
  const map: number[] = [];
  let at = 0;
  for (const character of source) {
    const offset = at;
    at += character.length;
    if (isItself(character)) {
      characters.push(character);
      map.push(offset);
      continue;
    }
    if (character >= '\u0080' && IGNORABLE.test(character)) continue;
    for (const folded of fold(character)) {
      characters.push(folded);
      map.push(offset);
    }
  }
  map.push(source.length);
  unmask(characters);
  return { text: characters.join(''), map };
}

/** The bulk of any text: ASCII that is no capital; Han and Hangul, which have no disguise that NFKC undoes. */
function isItself(character: string): boolean {
  const unit = character.charCodeAt(0);
  if (unit < 0x80) return unit < 65 || unit > 90;
  return isHan(character) || (unit >= 0xac00 && unit <= 0xd7a3);
}

function isHan(character: string): boolean {
  const unit = character.charCodeAt(0);
  return unit >= 0x3400 && unit <= 0x9fff;
}

/** Of a character that is not itself. One unit for one: a folded character never needs a pair, or it stays as it was. */
function fold(character: string): string[] {
  if (character < '\u0080') return [character.toLowerCase()];
  const enclosed = enclosedLetter(character.codePointAt(0) as number);
  const plain = (enclosed ?? character.normalize('NFKD').replace(/\p{Mn}/gu, '')).toLowerCase();
  return plain.split('');
}

/** Squared and circled letters that have no compatibility mapping: 🅰 🅸 🇮 . */
function enclosedLetter(code: number): string | null {
  if (code >= 0x1f150 && code <= 0x1f169) return String.fromCharCode(97 + code - 0x1f150);
  if (code >= 0x1f170 && code <= 0x1f189) return String.fromCharCode(97 + code - 0x1f170);
  if (code >= 0x1f1e6 && code <= 0x1f1ff) return String.fromCharCode(97 + code - 0x1f1e6);
  return null;
}

/** Word by word, in place. A word without any Latin letter is of its own script and stays, unless all of it looks Latin. */
function unmask(characters: string[]): void {
  let start = 0;
  for (let i = 0; i <= characters.length; i++) {
    const character = characters[i];
    if (character !== undefined && isOfWord(character)) continue;
    if (i > start) unmaskWord(characters, start, i);
    start = i + 1;
  }
}

const WORD = /[\p{L}\p{N}@$!|]/u;
/** Asked of every character: the answers for what is left of the first 64 Ki are kept. */
const ofWord = new Int8Array(0x1_0000);

function isOfWord(character: string): boolean {
  if (character.length > 1) return WORD.test(character);
  const unit = character.charCodeAt(0);
  if (ofWord[unit] === 0) ofWord[unit] = WORD.test(character) ? 1 : -1;
  return ofWord[unit] === 1;
}

function unmaskWord(characters: string[], start: number, end: number): void {
  const word = characters.slice(start, end);
  // A word of Han alone, the most frequent kind in an Eastern text, needs no closer look.
  const latin = word.some((character) => !isHan(character) && LATIN_WORD.test(character));
  if (!latin) return;
  const letters = word.filter((character) => /\p{L}/u.test(character)).length;
  const leet = letters >= 2 && letters < word.length && letters >= word.length / 3;
  for (let i = start; i < end; i++) {
    const character = characters[i] as string;
    const turned = LOOKALIKES[character] ?? (leet ? DIGITS[character] : undefined);
    if (turned !== undefined) characters[i] = turned;
  }
}

function joinSpaced(source: Mapped): Mapped {
  if (!SPACED.test(source.text)) return source;
  SPACED.lastIndex = 0;
  let text = '';
  const map: number[] = [];
  let copied = 0;
  const copy = (from: number, to: number): void => {
    text += source.text.slice(from, to);
    for (let i = from; i < to; i++) map.push(source.map[i] as number);
  };
  for (const found of source.text.matchAll(SPACED)) {
    copy(copied, found.index);
    const end = found.index + found[0].length;
    const narrowest = Math.min(...[...found[0].matchAll(/\P{L}+/gu)].map(([gap]) => gap.length));
    for (const part of found[0].matchAll(/\p{L}|\P{L}+/gu)) {
      const at = found.index + part.index;
      if (part[0].length > narrowest || /\p{L}/u.test(part[0])) copy(at, at + 1);
    }
    copied = end;
  }
  copy(copied, source.text.length);
  map.push(source.map[source.text.length] as number);
  return { text, map };
}
