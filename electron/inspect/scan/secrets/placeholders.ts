/** Values that stand for a secret without being one: placeholders, templates, documentation keys. */

const WORDS =
  /example|sample|placeholder|changeme|change[_-]me|your[_-]?|my[_-]?(?:secret|password|token|key)|dummy|redacted|removed|masked|insert|replace|todo|fixme|x{4,}|\*{3,}|•{2,}|\.{3}|…|<[^>]{0,80}>|\$\{|\$\(|\{\{|%[A-Z_]{2,30}%|\$[A-Z_]{2,30}\b/i;

/** Values that documentation uses for "a password". Compared whole and without letter case. */
const COMMON: ReadonlySet<string> = new Set(
  (
    'password passwort passwd pass pwd secret token key apikey api_key user username admin root none null nil undefined true false ' +
    'string str text test testing hidden unset empty required optional default unknown private public value input prompt env ' +
    'hunter2 correcthorsebatterystaple postgres mysql guest foobar foo bar baz'
  ).split(' '),
);

/** The vendors' own documentation keys, in pieces, so that no secret-shaped text stands in this file. */
const DOCUMENTED: ReadonlySet<string> = new Set(
  [
    ['AKIA', 'IOSFODNN7EXAMPLE'],
    ['AKIA', 'I44QH8DHBEXAMPLE'],
    ['wJalrXUtnFEMI/K7MDENG/', 'bPxRfiCYEXAMPLEKEY'],
    ['sk_test_', '4eC39HqLyjWDarjtT1zdp7dc'],
    ['sk_test_', 'BQokikJOvBiI2HlWgH4olfQ2'],
    ['Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/', 'K1SZFPTOtr/KBHBeksoGMGw=='],
    ['C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/', 'Jw=='],
  ].map((pieces) => pieces.join('')),
);

const ASCENDING_RUN = 8;
/** A random token of 16 units or more has more different characters than this. */
const FEW_CHARACTERS = 5;

/** True for a documentation key, a template, a run like `abcdefgh` or `12345678`, or a value of a few repeated characters. */
export function isPlaceholder(value: string): boolean {
  if (DOCUMENTED.has(value) || COMMON.has(value.toLowerCase())) return true;
  if (WORDS.test(value)) return true;
  const body = value.slice(value.length > 20 ? value.search(/[_-](?=[^_-]*$)/) + 1 : 0);
  if (new Set(body.toLowerCase()).size <= Math.min(FEW_CHARACTERS, body.length / 3)) return true;
  return hasAscendingRun(value);
}

function hasAscendingRun(value: string): boolean {
  let run = 1;
  for (let i = 1; i < value.length; i++) {
    run = value.charCodeAt(i) === value.charCodeAt(i - 1) + 1 ? run + 1 : 1;
    if (run >= ASCENDING_RUN) return true;
  }
  return false;
}

/** A word for which a JSON Web Token is a textbook sample: the payload of the standard's and of well-known tutorials' tokens. */
export function isDocumentedJwt(payload: string): boolean {
  return /"sub":\s*"1234567890"|"iss":\s*"joe"|John Doe|example\.(?:com|org)/.test(payload);
}

const SHOWN = 4;
/** From this length on four characters give nothing away. */
const LONG = 12;

/** How many leading characters of a secret may be shown. */
export function shownLength(secret: string): number {
  return secret.length >= LONG ? SHOWN : Math.floor(secret.length / 4);
}

/** The masked form for messages: the first characters, then a fixed tail that does not tell the length. */
export function masked(secret: string): string {
  return `${secret.slice(0, shownLength(secret)).replace(/\s/g, ' ')}••••`;
}
