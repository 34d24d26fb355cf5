/** How the name of an issuer is compared with the lists of the policy. An issuer is a claim; a list only says which claims to hear. */

/** Exactly the name that the person wrote, but for Unicode normalisation and surrounding space. */
export function allowKey(issuer: string): string {
  return issuer.normalize('NFC').trim();
}

/**
 * A wider comparison: compatibility forms, letter case and runs of space make no difference, so that a refused issuer does not pass
 * by writing its name in capitals or full-width letters.
 */
export function denyKey(issuer: string): string {
  return issuer.normalize('NFKC').toLowerCase().replaceAll('ß', 'ss').replace(/\s+/gu, ' ').trim().normalize('NFKC');
}

export function isAllowed(issuer: string, allow: readonly string[]): boolean {
  const key = allowKey(issuer);
  return allow.some((name) => allowKey(name) === key);
}

export function isDenied(issuer: string, deny: readonly string[]): boolean {
  const key = denyKey(issuer);
  return deny.some((name) => denyKey(name) === key);
}
