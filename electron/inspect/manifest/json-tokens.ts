/** JSON tokens with offsets, strict as RFC 8259. A token is told by the reader's own fields, so that a long text makes no objects. */

/** The kinds of token that strict JSON has; `end` behind the last one, `fault` where the text is no JSON. */
export type JsonTokenKind =
  | '{'
  | '}'
  | '['
  | ']'
  | ','
  | ':'
  | 'string'
  | 'number'
  | 'true'
  | 'false'
  | 'null'
  | 'end'
  | 'fault';

/** A place where the text is not JSON. `reason` picks the sentence. */
export interface JsonFault {
  readonly offset: number;
  readonly reason: 'comment' | 'string' | 'number' | 'character' | 'unexpected' | 'trailing-comma' | 'end';
}

const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const ASTERISK = 42;
const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const SLASH = 47;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = 92;

/** Indexed by their first code unit. */
const SIGNS: readonly (JsonTokenKind | undefined)[] = signs();
const LITERALS: ReadonlySet<string> = new Set<JsonTokenKind>(['true', 'false', 'null']);
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;
/** What stands together where no token begins: told as one fault, and the only form in which a literal is one. */
const WORD = /[^ \t\r\n{}[\]":,/]+/y;

export class JsonTokens {
  readonly #text: string;
  #at: number;
  /** UTF-16 offset at which the last token begins, or the place of the fault. */
  offset = 0;
  /** The string's value, or the number's text; of other tokens it means nothing. */
  value = '';
  /** True when the last string was spelled with escapes: only then may its value be no text although the whole is. */
  isEscaped = false;
  /** Why the text is no JSON, after `fault`. */
  reason: JsonFault['reason'] = 'character';

  /** Tokens of `text` from `offset` on. */
  constructor(text: string, offset = 0) {
    this.#text = text;
    this.#at = offset;
  }

  /** Reads the next token; after the end, the end again. */
  next(): JsonTokenKind {
    const text = this.#text;
    let at = this.#at;
    let unit = text.charCodeAt(at);
    while (unit === SPACE || unit === LINE_FEED || unit === RETURN || unit === TAB) unit = text.charCodeAt(++at);
    this.offset = at;
    const sign = SIGNS[unit];
    if (sign === 'string') return this.#string(at + 1);
    if (sign === 'number') return this.#number(at, unit);
    if (sign !== undefined) {
      this.#at = at + 1;
      return sign;
    }
    if (at >= text.length) {
      this.#at = at;
      return 'end';
    }
    return this.#word(at, unit);
  }

  #string(from: number): JsonTokenKind {
    const at = plainEnd(this.#text, from);
    this.isEscaped = this.#text.charCodeAt(at) === BACKSLASH;
    if (this.isEscaped) return this.#escaped(from, at);
    if (this.#text.charCodeAt(at) !== QUOTE) return this.#fault('string');
    this.value = this.#text.slice(from, at);
    this.#at = at + 1;
    return 'string';
  }

  #escaped(from: number, firstEscape: number): JsonTokenKind {
    const text = this.#text;
    let at = firstEscape;
    while (text.charCodeAt(at) === BACKSLASH) {
      ESCAPE.lastIndex = at;
      if (!ESCAPE.test(text)) return this.#fault('string');
      at = plainEnd(text, ESCAPE.lastIndex);
    }
    if (text.charCodeAt(at) !== QUOTE) return this.#fault('string');
    this.value = JSON.parse(text.slice(from - 1, at + 1)) as string;
    this.#at = at + 1;
    return 'string';
  }

  /** A number ends where its grammar ends; what follows it is the next token. */
  #number(from: number, first: number): JsonTokenKind {
    const text = this.#text;
    let at = first === MINUS ? from + 1 : from;
    const leading = text.charCodeAt(at);
    if (!isDigit(leading)) return this.#fault('number');
    at = leading === ZERO ? at + 1 : this.#afterDigits(at);
    if (text.charCodeAt(at) === POINT) {
      if (!isDigit(text.charCodeAt(at + 1))) return this.#fault('number');
      at = this.#afterDigits(at + 1);
    }
    if ((text.charCodeAt(at) | 0x20) === 0x65) {
      const sign = text.charCodeAt(at + 1);
      at += sign === PLUS || sign === MINUS ? 2 : 1;
      if (!isDigit(text.charCodeAt(at))) return this.#fault('number');
      at = this.#afterDigits(at);
    }
    this.value = text.slice(from, at);
    this.#at = at;
    return 'number';
  }

  #afterDigits(from: number): number {
    let at = from;
    while (isDigit(this.#text.charCodeAt(at))) at += 1;
    return at;
  }

  #word(at: number, unit: number): JsonTokenKind {
    if (unit === SLASH) {
      const next = this.#text.charCodeAt(at + 1);
      return this.#fault(next === SLASH || next === ASTERISK ? 'comment' : 'character');
    }
    WORD.lastIndex = at;
    const word = WORD.exec(this.#text)?.[0] ?? '';
    if (!LITERALS.has(word)) return this.#fault('character');
    this.#at = at + word.length;
    return word as JsonTokenKind;
  }

  #fault(reason: JsonFault['reason']): JsonTokenKind {
    this.reason = reason;
    return 'fault';
  }
}

/** Offset of the next quotation mark, backslash or control of a string, or the end of the text. */
function plainEnd(text: string, from: number): number {
  let at = from;
  for (let unit = text.charCodeAt(at); unit !== QUOTE && unit !== BACKSLASH && unit >= SPACE; ) {
    unit = text.charCodeAt(++at);
  }
  return at;
}

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= NINE;
}

function signs(): readonly (JsonTokenKind | undefined)[] {
  const found: (JsonTokenKind | undefined)[] = new Array<undefined>(128).fill(undefined);
  for (const sign of ['{', '}', '[', ']', ',', ':'] as const) found[sign.charCodeAt(0)] = sign;
  for (const sign of '-0123456789') found[sign.charCodeAt(0)] = 'number';
  found[QUOTE] = 'string';
  return found;
}
