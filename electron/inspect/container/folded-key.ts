/** The comparison key under which two names are the same name on some file system (rules.md, path/duplicate). */

/** Mappings converge in two or three rounds; the bound only guards against a Unicode version that would loop. */
const ROUNDS = 6;

const ASCII = /^[\x00-\x7f]*$/;
const COMBINING_DOT_AFTER_I = /i\u0307/gu;
const DOTLESS_I = /ı/gu;

/**
 * NFKC and full case folding, repeated until nothing changes: ß = ss, K = k, ſ = s, ﬁ = fi, fullwidth = ASCII.
 * The dotted and the dotless i both fold to `i`, because Turkish and other systems disagree about them.
 * Folds more than any one file system does, never less; used for comparison only, never shown or stored as a name.
 */
export function foldedKey(path: string): string {
  if (ASCII.test(path)) return path.toLowerCase();
  let key = path;
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = foldCase(key.normalize('NFKC')).normalize('NFKC');
    if (next === key) break;
    key = next;
  }
  return key;
}

/** Full case folding without compatibility mapping: upper case expands (ß → SS), lower case brings the pieces together. */
export function foldCase(text: string): string {
  let folded = '';
  // By code point: the final-sigma rule of toLowerCase looks at neighbours, a folding must not.
  for (const character of text) folded += character.toUpperCase().toLowerCase();
  return folded
    .replace(DOTLESS_I, 'i')
    .normalize('NFC')
    .normalize('NFD')
    .replace(COMBINING_DOT_AFTER_I, 'i')
    .normalize('NFC');
}
