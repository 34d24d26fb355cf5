/** Claims in sentences about support: what is claimed, and what is denied by the same words (English and Chinese). */
import type { BoundaryData } from './pack-data.ts';
import { labelKey, memberKey } from './token.ts';

/** What stands above a text: nothing in particular, a name that denies (`outside`), or one that affirms (`supported`). */
export type ClaimSetting = 'plain' | 'denying' | 'affirming';

export interface Claim {
  /** Kind of claim: `certification`, `endorsement`, `safety`, … */
  readonly claim: string;
  /** The words that claim. */
  readonly found: string;
}

interface Phrase {
  readonly claim: string;
  /** As `loose` spells it: where this does not stand, the pattern finds nothing. */
  readonly loose: string;
  /** Made on first need: a text holds few of some hundred phrases. */
  readonly pattern: () => RegExp;
  /** Claims by itself: "certified". A noun ("certification") needs an assertion before it. */
  readonly asserts: boolean;
}

/** Longest text that is judged: a support boundary is a paragraph, not a book. */
const JUDGED_CHARACTERS = 20_000;

const SENTENCE_END = /(?<![0-9])[.](?=\s|$)|[;!?。；！？\r\n]/u;
const CONTRAST = /\b(?:but|however|yet)\b|但是|但|然而|不过/iu;

const READERS = new WeakMap<BoundaryData, ClaimReader>();

/** The reader of a pack's claims; its patterns are made once a pack. */
export function claimReader(data: BoundaryData): ClaimReader {
  const known = READERS.get(data);
  if (known) return known;
  const reader = new ClaimReader(data);
  READERS.set(data, reader);
  return reader;
}

export class ClaimReader {
  readonly #phrases: readonly Phrase[];
  readonly #assertion: RegExp;
  readonly #negation: RegExp;
  readonly #members: ReadonlyMap<string, string>;
  readonly #affirming: ReadonlySet<string>;

  constructor(data: BoundaryData) {
    const verbs = new Set(data.verbs);
    const phrases = Object.entries(data.claims).flatMap(([claim, { en, zh }]) =>
      [...en, ...zh].map((phrase) => ({ claim, phrase })),
    );
    // Longest first: "certified safe" claims safety, not certification.
    this.#phrases = phrases
      .sort((a, b) => b.phrase.length - a.phrase.length)
      .map(({ claim, phrase }) => {
        let made: RegExp | null = null;
        const pattern = (): RegExp => {
          made ??= wordsPattern([phrase], 'giu');
          return made;
        };
        return { claim, loose: loose(phrase), pattern, asserts: verbs.has(phrase) };
      });
    this.#assertion = wordsPattern([...data.assertions.en, ...data.assertions.zh], 'iu');
    this.#negation = wordsPattern([...data.negations.en, ...data.negations.zh], 'iu');
    this.#members = new Map(phrases.map(({ claim, phrase }) => [memberKey(phrase), claim]));
    this.#affirming = new Set(data.affirmingKeys);
  }

  /** The kind of claim that a member's name is, or null. */
  memberClaim(name: string): string | null {
    return this.#members.get(memberKey(name)) ?? null;
  }

  /** Claims of a text, each kind at most once. */
  claims(text: string, setting: ClaimSetting): readonly Claim[] {
    const found = new Map<string, Claim>();
    if (setting === 'denying') return [];
    const straight = text.slice(0, JUDGED_CHARACTERS).normalize('NFKC').replaceAll('’', "'");
    for (const sentence of straight.split(SENTENCE_END)) {
      for (const part of sentence.split(CONTRAST)) {
        for (const claim of this.#inPart(part, setting)) if (!found.has(claim.claim)) found.set(claim.claim, claim);
      }
    }
    return [...found.values()];
  }

  #inPart(part: string, setting: ClaimSetting): readonly Claim[] {
    const label = /^\s*([^:]{1,60}):\s/u.exec(part)?.[1];
    const affirmed =
      setting === 'affirming' || (label !== undefined && this.#affirming.has(memberKey(labelKey(label))));
    let rest = part;
    let looseRest = loose(rest);
    const claims: Claim[] = [];
    for (const { claim, loose: words, pattern, asserts } of this.#phrases) {
      if (!looseRest.includes(words)) continue;
      for (const match of rest.matchAll(pattern())) {
        const before = part.slice(0, match.index);
        if (this.#isDenied(part, match.index, match.index + match[0].length, asserts)) continue;
        if (asserts || affirmed || this.#assertion.test(before)) claims.push({ claim, found: match[0] });
      }
      // What a longer phrase took, a shorter one inside it does not take again.
      rest = rest.replace(pattern(), (taken) => ' '.repeat(taken.length));
      looseRest = loose(rest);
    }
    return claims;
  }

  /** A negation before the words denies them, and so does one behind them: for a verb only up to the next comma. */
  #isDenied(part: string, from: number, to: number, asserts: boolean): boolean {
    if (/(?:non|not|un)[\s-]$/iu.test(part.slice(0, from)) || this.#negation.test(part.slice(0, from))) return true;
    const behind = part.slice(to);
    return this.#negation.test(asserts ? (behind.split(/[,，、]/u)[0] ?? '') : behind);
  }
}

/** Case and hyphens out of the way, as the patterns have them. */
function loose(text: string): string {
  return text.toLowerCase().replaceAll('-', ' ');
}

/** Whole words for Latin scripts; Chinese has no blanks between words. */
function wordsPattern(words: readonly string[], flags: string): RegExp {
  const alternatives = words.map((word) => {
    const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[ -]/g, '[ -]');
    return /^[\w[%]/.test(word) ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped;
  });
  return new RegExp(alternatives.join('|'), flags);
}
