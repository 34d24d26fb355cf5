/** Decodes the raw name of an entry, fatally; what cannot be decoded gets a name for showing and a finding. */
import type { Buffer } from 'node:buffer';
import type { FindingDetail } from '../../../shared/findings.ts';
import { FLAG, nameOf, type TwinFields } from './records.ts';

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const SHOWING = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });

const ASCII = /^[\x00-\x7f]*$/;

/** Bytes of a broken name that a message shows. */
const SHOWN_BYTES = 32;

export interface DecodedName {
  /** The name when `fault` is null, otherwise the best that can be shown. */
  readonly name: string;
  /** Detail of a path/encoding finding; `variant` is `flag-missing`, `not-utf-8` or `legacy`. */
  readonly fault: FindingDetail | null;
}

/**
 * The name of an entry. ASCII needs no flag; anything else needs flag 11 and valid UTF-8 (format F3). Without the flag programs
 * guess the code page, each its own.
 */
export function decodeName(archive: Buffer, header: TwinFields): DecodedName {
  const name = archive.toString('latin1', header.nameAt, header.extraAt);
  if (ASCII.test(name)) return { name, fault: null };
  const raw = nameOf(archive, header);
  const flagged = (header.flags & FLAG.utf8) !== 0;
  const text = strictText(raw);
  if (text !== null && flagged) return { name: text, fault: null };
  const bytes = raw.subarray(0, SHOWN_BYTES).toString('hex');
  if (text !== null) return { name: text, fault: { where: 'entry', variant: 'flag-missing', bytes } };
  const variant = flagged ? 'not-utf-8' : 'legacy';
  return { name: SHOWING.decode(raw), fault: { where: 'entry', variant, bytes } };
}

function strictText(raw: Buffer): string | null {
  try {
    return STRICT.decode(raw);
  } catch (thrown) {
    // The only thing a fatal decoder throws for bytes at hand.
    if (thrown instanceof TypeError) return null;
    throw thrown;
  }
}
