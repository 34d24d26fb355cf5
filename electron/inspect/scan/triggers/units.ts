/** What one UTF-16 code unit can mean for a scan, as bits in a table: the sweep looks each unit up once. */

export const UNIT = {
  /** May be part of a base64, base64url or hex run. */
  blob: 1,
  letter: 2,
  /** ASCII letter or digit: a word boundary lies between it and anything else. */
  word: 4,
  /** Letter of a script whose letters look like Latin ones. */
  lookalike: 8,
  /** Needs a closer look: may be invisible, a control, private or unassigned. */
  strange: 16,
  /** NFKC or stripping marks changes it: styled letters, full width, combining marks. */
  styled: 32,
  latin: 64,
} as const;

const STRANGE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;
const LOOKALIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;
/** Styled Latin letters and digits, and marks that can be stacked on a letter. Surrogates of mathematical and enclosed letters too. */
const STYLED =
  /[\u0300-\u036f]|[\u0250-\u02ff\u1d00-\u1dbf\u2070-\u209c\u2100-\u214f\u2160-\u217f\u2460-\u24ff\ua730-\ua7ff\uff10-\uff5a]/u;
const BLOB = /[A-Za-z0-9+/_=-]/;

/** High surrogates whose characters deserve a look: everything but Han extensions. */
function surrogateBits(unit: number): number {
  if (unit >= 0xdc00) return UNIT.strange; // low ones are reached only when they stand alone
  const han = unit >= 0xd840 && unit <= 0xd888;
  const mathematical = unit === 0xd835 || unit === 0xd83c; // enclosed letters share a surrogate with emoji
  return (han ? 0 : UNIT.strange) | (mathematical ? UNIT.styled : 0);
}

function bitsOf(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return surrogateBits(unit);
  const character = String.fromCharCode(unit);
  let bits = 0;
  if (unit < 0x80) {
    if (BLOB.test(character)) bits |= UNIT.blob;
    if (/[A-Za-z]/.test(character)) bits |= UNIT.letter | UNIT.latin;
    if (/[A-Za-z0-9]/.test(character)) bits |= UNIT.word;
    if ((unit < 32 && unit !== 9 && unit !== 10 && unit !== 13) || unit === 127) bits |= UNIT.strange;
    return bits;
  }
  // The large blocks of living scripts hold nothing strange: skipping them keeps the table cheap to build.
  if ((unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3)) return UNIT.letter;
  if (unit >= 0xe000 && unit <= 0xf8ff) return UNIT.strange;
  if (STRANGE.test(character)) bits |= UNIT.strange;
  if (/\p{L}/u.test(character)) bits |= UNIT.letter;
  if (LOOKALIKE.test(character)) bits |= UNIT.lookalike;
  if (STYLED.test(character)) bits |= UNIT.styled;
  if (/\p{Script=Latin}/u.test(character)) bits |= UNIT.latin;
  return bits;
}

let table: Uint8Array | null = null;

/** The table of all code units, made once per process. */
export function unitTable(): Uint8Array {
  if (table) return table;
  table = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) table[unit] = bitsOf(unit);
  return table;
}
