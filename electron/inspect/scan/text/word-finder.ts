/** Looks for the words of many lists in one pass over a text. */

/** Most units by which a word is recognised before it is compared. */
const HEAD_UNITS = 3;
const SLOTS = 1 << 13;
const BLANK = 32;
const NO = 1;
const YES = 2;

/** What has been read of words that begin alike. */
interface Node {
  readonly next: Map<number, Node>;
  /** Lists of the words that end here. */
  readonly lists: number[];
}

/** Letters compare as in an expression that ignores case, with or without Unicode; one blank stands for white space of any length. */
export class WordFinder {
  /** Letters that words begin with, canonical. */
  readonly #firsts = new Set<number>();
  /** For each unit of a text whether a word may begin with it; 0 until it is met. */
  readonly #begins = new Uint8Array(0x1_0000);
  /** For each hash of a head, the lengths of the heads that have it, as bits. */
  readonly #lengths = new Uint8Array(SLOTS);
  /** For each hash of a head, the words that have it, as a tree. */
  readonly #trees = new Map<number, Node>();

  constructor(lists: readonly (readonly string[])[]) {
    for (const [list, words] of lists.entries()) for (const word of words) this.#file(list, word.trimStart());
  }

  #file(list: number, word: string): void {
    const units = Array.from({ length: word.length }, (_, i) => canonical(word.charCodeAt(i)));
    const head = headOf(units);
    const hash = head.reduce(mixed, 0);
    this.#firsts.add(units[0] as number);
    this.#lengths[slotOf(hash)] = (this.#lengths[slotOf(hash)] as number) | (1 << head.length);
    let node = nodeAt(this.#trees, hash);
    for (const unit of units) node = nodeAt(node.next, unit);
    node.lists.push(list);
  }

  /** Numbers of the lists of which a word stands in the text. */
  listsIn(text: string): ReadonlySet<number> {
    const found = new Set<number>();
    const begins = this.#begins;
    const units = unitsOf(text);
    for (let at = 0; at < units.length; at++) {
      const unit = units[at] as number;
      if (begins[unit] !== NO && this.#mayBegin(unit)) this.#lookAt(text, at, found);
    }
    return found;
  }

  #mayBegin(unit: number): boolean {
    if (this.#begins[unit] === 0) this.#begins[unit] = this.#firsts.has(canonical(unit)) ? YES : NO;
    return this.#begins[unit] === YES;
  }

  #lookAt(text: string, at: number, found: Set<number>): void {
    let hash = 0;
    const end = Math.min(text.length, at + HEAD_UNITS);
    for (let i = at; i < end; i++) {
      hash = mixed(hash, canonical(text.charCodeAt(i)));
      if (((this.#lengths[slotOf(hash)] as number) & (2 << (i - at))) !== 0) {
        const tree = this.#trees.get(hash);
        if (tree) follow(tree, text, at, found);
      }
    }
  }
}

let scratch = new Uint16Array(8_192);

/** The units of a text, until the next call: reading them one by one costs a third of asking a string for each. */
function unitsOf(text: string): Uint16Array {
  if (text.length > scratch.length) scratch = new Uint16Array(text.length);
  Buffer.from(scratch.buffer).write(text, 'utf16le');
  return scratch.subarray(0, text.length);
}

function nodeAt(nodes: Map<number, Node>, key: number): Node {
  const node = nodes.get(key) ?? { next: new Map(), lists: [] };
  nodes.set(key, node);
  return node;
}

/** Goes down a tree as far as the text does: all words that begin alike cost no more than the longest. */
function follow(tree: Node, text: string, from: number, found: Set<number>): void {
  let node: Node | undefined = tree;
  for (let at = from; at < text.length; ) {
    const unit = canonical(text.charCodeAt(at));
    node = node.next.get(unit);
    if (node === undefined) return;
    for (const list of node.lists) found.add(list);
    at += 1;
    while (unit === BLANK && at < text.length && canonical(text.charCodeAt(at)) === BLANK) at += 1;
  }
}

/** The beginning of a word, no further than its first blank: behind that any white space may follow. */
function headOf(units: readonly number[]): readonly number[] {
  const blank = units.indexOf(BLANK);
  return units.slice(0, blank < 0 ? HEAD_UNITS : Math.min(HEAD_UNITS, blank + 1));
}

const mixed = (hash: number, unit: number): number => (Math.imul(hash, 0x9e3779b1) + unit) | 0;

const slotOf = (hash: number): number => (hash ^ (hash >>> 13)) & (SLOTS - 1);

const known = new Uint16Array(0x1_0000);

/** The small form of a unit's capital, so that all that count as one letter become equal; a blank for white space. */
function canonical(unit: number): number {
  const before = known[unit];
  if (before) return before;
  const letter = String.fromCharCode(unit);
  const capital = single(letter, letter.toUpperCase());
  const form = /\s/.test(letter) ? BLANK : single(capital, capital.toLowerCase()).charCodeAt(0);
  known[unit] = form;
  return form;
}

/** The other form of a letter, unless it takes more than one unit. */
const single = (letter: string, other: string): string => (other.length === 1 ? other : letter);
