/** The checksum of a message: SHA-256 over the RFC 8785 form of the message without its `integrity` (format F11). */
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { type Fault, fault } from './fault.ts';
import { type Members, objectAt } from './members.ts';
import { shown } from './schema.ts';

/** Spellings of the one form this program recomputes, in lower case without blanks, hyphens and underscores. */
const CANONICAL_FORMS: ReadonlySet<string> = new Set(['rfc8785', 'jcs', 'rfc8785jcs', 'jcsrfc8785']);
const ALGORITHMS: ReadonlySet<string> = new Set(['sha256']);
const DIGEST = /^(?:sha-?256:)?([0-9a-f]{64})$/i;

/** The lower-case hex checksum of a message. `integrity` is left out whatever it says. @throws RangeError when the value has no RFC 8785 form */
export function messageChecksum(message: Members): string {
  const { integrity: _integrity, ...rest } = message;
  let text: string | undefined;
  try {
    text = canonicalize(rest);
  } catch (cause) {
    throw new RangeError('the message has no canonical form', { cause });
  }
  if (text === undefined) throw new RangeError('the message has no canonical form');
  return hash('sha256', text);
}

/** Recomputes the checksum, or says why it cannot be recomputed here. */
export function checkChecksum(message: Members): readonly Fault[] {
  const { algorithm, canonicalization, checksum } = objectAt(message, 'integrity');
  if (typeof algorithm !== 'string' || typeof canonicalization !== 'string' || typeof checksum !== 'string') return [];
  if (!ALGORITHMS.has(spelling(algorithm))) {
    return [unverifiable('/integrity/algorithm', 'algorithm', algorithm)];
  }
  if (!CANONICAL_FORMS.has(spelling(canonicalization))) {
    return [unverifiable('/integrity/canonicalization', 'canonicalization', canonicalization)];
  }
  const expected = DIGEST.exec(checksum)?.[1]?.toLowerCase();
  const at = '/integrity/checksum';
  let actual: string;
  try {
    actual = messageChecksum(message);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    return [unverifiable(at, 'form', canonicalization)];
  }
  if (expected === undefined)
    return [fault('spec04/checksum', at, { variant: 'form', expected: shown(checksum), actual })];
  return expected === actual ? [] : [fault('spec04/checksum', at, { expected, actual })];
}

function unverifiable(pointer: string, variant: string, actual: string): Fault {
  return fault('spec04/checksum-unverifiable', pointer, { variant, actual: shown(actual) });
}

function spelling(text: string): string {
  return text.toLowerCase().replace(/[\s_-]/g, '');
}
