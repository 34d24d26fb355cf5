/** Limits of a scan, counted in code units and windows, never in time: the same bytes give the same report on any machine. */

/** Longest text that is swept: twice the default limit of a file, for policies that allow more. */
export const SWEPT_UNITS = 64 * 1024 * 1024;
/**
 * Code units that all matchers together may look at in windows around keywords, times their weight. A book needs a hundredth of it; a
 * file made of nothing but keywords uses it up after some seconds and is refused instead of being half-scanned in silence.
 */
export const WINDOW_UNITS = 48 * 1024 * 1024;
/** Code units of decoded surfaces (escapes, base64, hex, disguise) in one file, all layers together. */
export const DECODED_UNITS = 64 * 1024 * 1024;
/** Layers of decoding: two of base64 or hex, and the escapes around or inside them. */
export const LAYERS = 4;
/** Of these, layers of base64 or hex. */
export const ENCODED_LAYERS = 2;
/** Findings of one rule and variant in one file; the last one tells how many more there are. */
export const FINDINGS_PER_RULE = 12;
