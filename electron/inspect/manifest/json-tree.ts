/**
 * Strict JSON → value, with what JSON.parse hides: keys given twice, keys that touch prototypes, strings that are no Unicode text,
 * and where each thing stands. Walks with its own stack: no nesting can exhaust the program's.
 */
import { type JsonFault, type JsonTokenKind, JsonTokens } from './json-tokens.ts';

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
  readonly isList: boolean;
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
  readonly #tokens: JsonTokens;
  readonly #depthLimit: number;
  /** Only then may a string hold half a character that is not spelled with an escape. */
  readonly #isBroken: boolean;
  readonly #stack: Frame[] = [];
  #top: Frame | null = null;
  readonly #oddities: JsonOddity[] = [];
  readonly #offsets = new Map<string, MutableNode>();
  /** Where the members or elements of the top-level member that is being read are filed. */
  #node: MutableNode | null = null;
  #expect: Expect = 'value';
  #root: unknown;
  #rootOffset = 0;

  constructor(text: string, depthLimit: number) {
    this.#tokens = new JsonTokens(text);
    this.#depthLimit = depthLimit;
    this.#isBroken = !text.isWellFormed();
  }

  read(): JsonTree {
    const tokens = this.#tokens;
    for (;;) {
      const kind = tokens.next();
      if (kind === 'fault') return { ok: false, fault: { offset: tokens.offset, reason: tokens.reason } };
      if (kind === 'end') {
        if (this.#expect !== 'done') return { ok: false, fault: { offset: tokens.offset, reason: 'end' } };
        const { value, oddities } = { value: this.#root, oddities: this.#oddities };
        return { ok: true, value, oddities, offsets: this.#offsets, rootOffset: this.#rootOffset };
      }
      const fault = this.#take(kind);
      if (fault) return { ok: false, fault: { offset: tokens.offset, reason: fault } };
    }
  }

  /** Takes one token; answers why it cannot stand here, or null. */
  #take(kind: JsonTokenKind): JsonFault['reason'] | 'depth' | null {
    switch (this.#expect) {
      case 'value':
      case 'value-or-close':
        if (kind === ']') return this.#expect === 'value-or-close' ? this.#close(kind) : this.#afterComma();
        return this.#value(kind);
      case 'key':
      case 'key-or-close':
        if (kind === '}') return this.#expect === 'key-or-close' ? this.#close(kind) : 'trailing-comma';
        return kind === 'string' ? this.#key() : 'unexpected';
      case 'colon':
        if (kind !== ':') return 'unexpected';
        this.#expect = 'value';
        return null;
      case 'comma-or-close':
        if (kind !== ',') return this.#close(kind);
        this.#expect = this.#top?.isList ? 'value' : 'key';
        if (this.#top?.isList) (this.#top.key as number) += 1;
        return null;
      default:
        return 'unexpected';
    }
  }

  #afterComma(): JsonFault['reason'] {
    return this.#top?.isList ? 'trailing-comma' : 'unexpected';
  }

  #key(): null {
    const { value } = this.#tokens;
    const top = this.#top as Frame;
    top.key = value;
    top.keep = !RESERVED.has(value);
    if (!top.keep) this.#odd('reserved-key');
    else if (value in top.container) this.#odd('duplicate-key');
    if (this.#isHalf(value)) this.#odd('surrogate');
    this.#expect = 'colon';
    return null;
  }

  #isHalf(value: string): boolean {
    return (this.#isBroken || this.#tokens.isEscaped) && !value.isWellFormed();
  }

  #value(kind: JsonTokenKind): JsonFault['reason'] | 'depth' | null {
    switch (kind) {
      case '{':
      case '[':
        return this.#open(kind === '[');
      case 'string':
        if (this.#isHalf(this.#tokens.value)) this.#odd('surrogate');
        return this.#leaf(this.#tokens.value);
      case 'number':
        return this.#leaf(Number(this.#tokens.value));
      case 'true':
      case 'false':
        return this.#leaf(kind === 'true');
      case 'null':
        return this.#leaf(null);
      default:
        return 'unexpected';
    }
  }

  #open(isList: boolean): 'depth' | null {
    if (this.#stack.length >= this.#depthLimit) return 'depth';
    const container = isList ? [] : bareObject();
    this.#place(container);
    if (this.#stack.length === 1 && this.#node) {
      if (isList) this.#node.elements = [];
      else this.#node.members = new Map();
    }
    this.#top = { container, isList, key: isList ? 0 : '', keep: true };
    this.#stack.push(this.#top);
    this.#expect = isList ? 'value-or-close' : 'key-or-close';
    return null;
  }

  #leaf(value: unknown): null {
    this.#place(value);
    this.#expect = this.#top === null ? 'done' : 'comma-or-close';
    return null;
  }

  /** Puts a value where it belongs and remembers its offset in the two outermost levels. */
  #place(value: unknown): void {
    const top = this.#top;
    const { offset } = this.#tokens;
    if (top === null) {
      this.#root = value;
      this.#rootOffset = offset;
      return;
    }
    if (top.isList) (top.container as unknown[]).push(value);
    else if (top.keep) (top.container as Record<string, unknown>)[top.key] = value;
    if (this.#stack.length === 1 && !top.isList) {
      this.#node = { offset, members: null, elements: null };
      this.#offsets.set(String(top.key), this.#node);
    } else if (this.#stack.length === 2) {
      this.#node?.elements?.push(offset);
      this.#node?.members?.set(String(top.key), offset);
    }
  }

  #close(kind: JsonTokenKind): JsonFault['reason'] | null {
    if (kind !== (this.#top?.isList ? ']' : '}')) return 'unexpected';
    this.#stack.pop();
    this.#top = this.#stack.at(-1) ?? null;
    this.#expect = this.#top === null ? 'done' : 'comma-or-close';
    return null;
  }

  #odd(kind: JsonOddity['kind']): void {
    if (this.#oddities.length >= MOST_ODDITIES) return;
    const pointer = pointerOf(this.#stack.map((frame) => frame.key));
    const { offset, value } = this.#tokens;
    this.#oddities.push({ kind, pointer, offset, key: value.toWellFormed() });
  }
}

/** Without a prototype. Made so, the engine keeps objects with the same members as records of one shape, not as tables. */
function bareObject(): Record<string, unknown> {
  return Object.setPrototypeOf({}, null) as Record<string, unknown>;
}
