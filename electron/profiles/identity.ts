/** Names and signs of a profile that this program makes itself. What a package claims never becomes a path. */
import { createHash } from 'node:crypto';

/** First 16 hex digits of SHA-256 over UTF-8 of profile id, NUL, issuer: safe as a folder name on every platform. */
export function profileKeyOf(profileId: string, issuer: string): string {
  return keyOf(`${profileId}\0${issuer}`);
}

/** Another key for the same id and issuer, when the plain one is taken by a profile that changed its issuer. `n` counts from 2. */
export function spareProfileKey(profileId: string, issuer: string, n: number): string {
  return keyOf(`${profileId}\0${issuer}\0${n}`);
}

function keyOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16);
}

export function isProfileKey(text: string): boolean {
  return /^[0-9a-f]{16}$/.test(text);
}

/** Two letters for the badge: of the first two words of the title, or the first two of its only word. */
export function badgeOf(title: string, profileKey: string): string {
  const words = [...title.normalize('NFC').matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => [...word]);
  const [first = [], second] = words;
  const letters = second ? [first[0], second[0]] : first.slice(0, 2);
  const badge = letters.join('').toLocaleUpperCase('en');
  return badge === '' ? profileKey.slice(0, 2).toUpperCase() : [...badge].slice(0, 2).join('');
}

/** Hue of the badge, 0–359: the same for a profile on every machine. */
export function hueOf(profileKey: string): number {
  return Number.parseInt(profileKey.slice(0, 8), 16) % 360;
}
