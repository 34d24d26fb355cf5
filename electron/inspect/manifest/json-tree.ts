/**
 * Strict JSON → value, with what JSON.parse hides: keys given twice, keys that touch prototypes, strings that are no Unicode text,
 * and where each thing stands. Walks with its own stack: no nesting can exhaust the program's.
 */
import { isFault, type JsonFault, type JsonToken, jsonTokens } from './json-tokens.ts';

/** Something in the text that is JSON and still must not be. */
export interface JsonOddity {
  readonly kind: 'duplicate-key' | 'reserved-key' | 'surrogate';
  readonly pointer: string;
  readonly offset: number;
  readonly key: string;
}

/** Offset of a value and of what lies directly in it: enough to find anything else by a short scan (see place.ts). */
export interface OffsetNode {
  readonly offset: number;
  readonly members: ReadonlyMap<string, number> | null;
  readonly elements: readonly number[] | null;
}

export type JsonTree =
  | {
      readonly ok: true;
      readonly value: unknown;
      readonly oddities: readonly JsonOddity[];
      /** Top-level members; empty when the text is no object. */
      readonly offsets: ReadonlyMap<string, OffsetNode>;
      readonly rootOffset: number;
    }
  | { readonly ok: false; readonly fault: JsonFault | { readonly offset: number; readonly reason: 'depth' } };

const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Oddities kept: beyond this a report would only repeat itself. The walk counts no further. */
const MOST_ODDITIES = 200;

type Container = Record<string, unknown> | unknown[];
interface Frame {
  readonly container: Container;
  /** Name of the member, or index of the element, that is being read. */
  key: string | number;
  /** False for a member that is left out: its name is reserved. */
  keep: boolean;
}

interface MutableNode {
  offset: number;
  members: Map<string, number> | null;
  elements: number[] | null;
}

/** RFC 6901. */
export function pointerOf(segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Reads one JSON text. @param depthLimit containers inside one another, the outermost counted as 1 */
export function parseJsonTree(text: string, depthLimit: number): JsonTree {
  return new TreeReader(text, depthLimit).read();
}

type Expect = 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'colon' | 'comma-or-close' | 'done';

class TreeReader {
  readonly #tokens;
  readonly #depthLimit: number;
  readonly #stack: Frame[] = [];
  readonly #oddities: JsonOddity[] = [];
  readonly #offsets = new Map<string, MutableNode>();
  #expect: Expect = 'value';
  #root: unknown;
  #rootOffset = 0;

  constructor(text: string, depthLimit: number) {
    this.#tokens = jsonTokens(text);
    this.#depthLimit = depthLimit;
  }

  read(): JsonTree {
    for (;;) {
      const token = this.#tokens.next();
      if (isFault(token)) return { ok: false, fault: token };
      if (token.kind === 'end') {
        if (this.#expect !== 'done') return { ok: false, fault: { offset: token.offset, reason: 'end' } };
        const { value, oddities } = { value: this.#root, oddities: this.#oddities };
        return { ok: true, value, oddities, offsets: this.#offsets, rootOffset: this.#rootOffset };
      }
      const fault = this.#take(token);
      if (fault) return { ok: false, fault: { offset: token.offset, reason: fault } };
    }
  }

  /** Takes one token; answers why it cannot stand here, or null. */
  #take(token: JsonToken): JsonFault['reason'] | 'depth' | null {
    switch (this.#expect) {
      case 'value':
      case 'value-or-close':
        if (token.kind === ']') return this.#expect === 'value-or-close' ? this.#close(token) : this.#afterComma();
        return this.#value(token);
      case 'key':
      case 'key-or-close':
        if (token.kind === '}') return this.#expect === 'key-or-close' ? this.#close(token) : 'trailing-comma';
        return token.kind === 'string' ? this.#key(token) : 'unexpected';
      case 'colon':
        if (token.kind !== ':') return 'unexpected';
        this.#expect = 'value';
        return null;
      case 'comma-or-close':
        if (token.kind !== ',') return this.#close(token);
        this.#expect = Array.isArray(this.#top?.container) ? 'value' : 'key';
        if (Array.isArray(this.#top?.container)) (this.#top.key as number) += 1;
        return null;
      default:
        return 'unexpected';
    }
  }

  get #top(): Frame | undefined {
    return this.#stack.at(-1);
  }

  #afterComma(): JsonFault['reason'] {
    return Array.isArray(this.#top?.container) ? 'trailing-comma' : 'unexpected';
  }

  #key(token: JsonToken): null {
    const top = this.#top as Frame;
    top.key = token.value;
    top.keep = !RESERVED.has(token.value);
    if (!top.keep) this.#odd('reserved-key', token);
    else if (Object.hasOwn(top.container, token.value)) this.#odd('duplicate-key', token);
    if (!token.value.isWellFormed()) this.#odd('surrogate', token);
    this.#expect = 'colon';
    return null;
  }

  #value(token: JsonToken): JsonFault['reason'] | 'depth' | null {
    switch (token.kind) {
      case '{':
      case '[': {
        if (this.#stack.length >= this.#depthLimit) return 'depth';
        const container: Container = token.kind === '[' ? [] : Object.create(null);
        this.#place(container, token.offset, token.kind);
        this.#stack.push({ container, key: token.kind === '[' ? 0 : '', keep: true });
        this.#expect = token.kind === '[' ? 'value-or-close' : 'key-or-close';
        return null;
      }
      case 'string':
        if (!token.value.isWellFormed()) this.#odd('surrogate', token);
        return this.#leaf(token.value, token.offset);
      case 'number':
        return this.#leaf(Number(token.value), token.offset);
      case 'true':
      case 'false':
        return this.#leaf(token.kind === 'true', token.offset);
      case 'null':
        return this.#leaf(null, token.offset);
      default:
        return 'unexpected';
    }
  }

  #leaf(value: unknown, offset: number): null {
    this.#place(value, offset, 'leaf');
    this.#expect = this.#stack.length === 0 ? 'done' : 'comma-or-close';
    return null;
  }

  /** Puts a value where it belongs and remembers its offset in the two outermost levels. */
  #place(value: unknown, offset: number, kind: '{' | '[' | 'leaf'): void {
    const top = this.#top;
    if (top === undefined) {
      this.#root = value;
      this.#rootOffset = offset;
      return;
    }
    if (Array.isArray(top.container)) top.container.push(value);
    else if (top.keep) top.container[top.key as string] = value;
    const outermost = this.#stack[0] as Frame;
    if (Array.isArray(outermost.container)) return;
    if (this.#stack.length === 1) {
      const members = kind === '{' ? new Map<string, number>() : null;
      this.#offsets.set(String(top.key), { offset, members, elements: kind === '[' ? [] : null });
    } else if (this.#stack.length === 2) {
      const node = this.#offsets.get(String(outermost.key));
      node?.elements?.push(offset);
      node?.members?.set(String(top.key), offset);
    }
  }

  #close(token: JsonToken): JsonFault['reason'] | null {
    const top = this.#top;
    if (token.kind !== (Array.isArray(top?.container) ? ']' : '}')) return 'unexpected';
    this.#stack.pop();
    this.#expect = this.#stack.length === 0 ? 'done' : 'comma-or-close';
    return null;
  }

  #odd(kind: JsonOddity['kind'], token: JsonToken): void {
    if (this.#oddities.length >= MOST_ODDITIES) return;
    const pointer = pointerOf(this.#stack.map((frame) => frame.key));
    this.#oddities.push({ kind, pointer, offset: token.offset, key: token.value.toWellFormed() });
  }
}
