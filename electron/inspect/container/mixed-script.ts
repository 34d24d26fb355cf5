/** Finds names that pass for Latin with letters of Cyrillic or Greek (rules.md, path/mixed-script). */

/** Letters that common fonts draw like a Latin letter (after Unicode TR 39, the single-letter confusables). */
const CYRILLIC_LOOKALIKES = 'асеорхуіјѕһԁԛԝӏҽԍүкмтвнАВЕЅІЈКМНОРСТУХҮԌԚԜ';
const GREEK_LOOKALIKES = 'ονρυικγτχΑΒΕΖΗΙΚΜΝΟΡΤΥΧϲϳϹ';
const LOOKALIKES = new Set([...CYRILLIC_LOOKALIKES, ...GREEK_LOOKALIKES]);

const LATIN = /\p{Script=Latin}/u;
const CYRILLIC_OR_GREEK = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const WORD = /[\p{L}\p{M}]+/gu;

/**
 * The first word of a segment in which Cyrillic or Greek lookalikes mix with Latin, or null.
 * A word of another script beside a Latin one is ordinary (`report-отчёт.md`); a word made of nothing but lookalikes beside a
 * Latin one (`сору-paste`) is not. The extension is Latin everywhere, so it only counts when it is mixed itself.
 */
export function mixedScriptWord(segment: string): string | null {
  if (!CYRILLIC_OR_GREEK.test(segment) || !LATIN.test(segment)) return null;
  const lastDot = segment.lastIndexOf('.');
  const stem = lastDot > 0 ? segment.slice(0, lastDot) : segment;
  for (const [word] of segment.matchAll(WORD)) {
    if (LATIN.test(word) && hasLookalike(word)) return word;
  }
  if (!LATIN.test(stem)) return null;
  for (const [word] of stem.matchAll(WORD)) {
    if (CYRILLIC_OR_GREEK.test(word) && [...word].every((letter) => LOOKALIKES.has(letter))) return word;
  }
  return null;
}

function hasLookalike(word: string): boolean {
  for (const letter of word) if (LOOKALIKES.has(letter)) return true;
  return false;
}
