/** All matchers of secrets, in the order in which an overlap is decided: the most exact kind first. */
import type { Matcher } from '../sighting.ts';
import { CREDENTIAL_KEYWORDS, matchCredentials } from './credentials.ts';
import { matchPrivateKeys, PRIVATE_KEY_KEYWORDS } from './private-keys.ts';
import { matchStructured, STRUCTURED_KEYWORDS } from './structured.ts';
import { matchUrlCredentials, URL_CREDENTIAL_KEYWORDS } from './url-credentials.ts';
import { matchVendors, VENDOR_KEYWORDS } from './vendors.ts';

/** A token and the word that explains it. */
const TOKEN_BEFORE = 160;
const TOKEN_AFTER = 1_500;
/** A PEM block of an RSA key of 4 096 bits in a JSON string, and a JWK with all its members. */
const KEY_AFTER = 6_400;

export const SECRET_MATCHERS: readonly Matcher[] = [
  { keywords: PRIVATE_KEY_KEYWORDS, before: 4_000, after: KEY_AFTER, weight: 1, match: matchPrivateKeys },
  { keywords: STRUCTURED_KEYWORDS, before: TOKEN_BEFORE, after: TOKEN_AFTER, weight: 1, match: matchStructured },
  { keywords: VENDOR_KEYWORDS, before: TOKEN_BEFORE, after: TOKEN_AFTER, weight: 1, match: matchVendors },
  { keywords: URL_CREDENTIAL_KEYWORDS, before: TOKEN_BEFORE, after: 600, weight: 1, match: matchUrlCredentials },
  { keywords: CREDENTIAL_KEYWORDS, before: 120, after: 400, weight: 1, match: matchCredentials },
];

/** Those that need no waiting, for names: their tokens are the structured ones. */
export const NAME_SECRET_MATCHERS: readonly Matcher[] = SECRET_MATCHERS.filter(({ match }) => match !== matchVendors);
