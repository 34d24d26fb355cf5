/** JSON tokens with offsets, strict: what jsonc-parser's scanner forgives (comments, odd blanks) is a fault here. */
import { createScanner } from 'jsonc-parser';

/** The kinds of token that strict JSON has. */
export type JsonTokenKind = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'number' | 'true' | 'false' | 'null' | 'end';

export interface JsonToken {
  readonly kind: JsonTokenKind;
  /** UTF-16 offset at which it begins. */
  readonly offset: number;
  /** The string's value, or the number's text; empty otherwise. */
  readonly value: string;
}

/** A place where the text is not JSON. `reason` picks the sentence. */
export interface JsonFault {
  readonly offset: number;
  readonly reason: 'comment' | 'string' | 'number' | 'character' | 'unexpected' | 'trailing-comma' | 'end';
}

/** jsonc-parser's SyntaxKind and ScanError: ambient const enums, which a type-stripping runtime cannot import. */
const KINDS: Readonly<Record<number, JsonTokenKind>> = {
  1: '{',
  2: '}',
  3: '[',
  4: ']',
  5: ',',
  6: ':',
  7: 'null',
  8: 'true',
  9: 'false',
  10: 'string',
  11: 'number',
  17: 'end',
};
const COMMENTS: ReadonlySet<number> = new Set([12, 13]);
const TRIVIA: ReadonlySet<number> = new Set([14, 15]);
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const BLANK = /^[ \t\r\n]*$/;

export interface JsonTokens {
  /** The next token; after the end, the end again. */
  next(): JsonToken | JsonFault;
}

export function isFault(token: JsonToken | JsonFault): token is JsonFault {
  return 'reason' in token;
}

/** Tokens of `text` from `offset` on. */
export function jsonTokens(text: string, offset = 0): JsonTokens {
  const scanner = createScanner(text, false);
  if (offset > 0) scanner.setPosition(offset);
  return {
    next() {
      for (;;) {
        const kind: number = scanner.scan();
        const at = scanner.getTokenOffset();
        if (TRIVIA.has(kind)) {
          const blank = text.slice(at, at + scanner.getTokenLength());
          if (!BLANK.test(blank)) return { offset: at, reason: 'character' };
          continue;
        }
        if (COMMENTS.has(kind)) return { offset: at, reason: 'comment' };
        const known = KINDS[kind];
        if (known === undefined) return { offset: at, reason: text[at] === '-' ? 'number' : 'character' };
        if (known === 'string' && scanner.getTokenError() !== 0) return { offset: at, reason: 'string' };
        if (known === 'number') {
          const value = text.slice(at, at + scanner.getTokenLength());
          if (!NUMBER.test(value)) return { offset: at, reason: 'number' };
          return { kind: known, offset: at, value };
        }
        return { kind: known, offset: at, value: known === 'string' ? scanner.getTokenValue() : '' };
      }
    },
  };
}
