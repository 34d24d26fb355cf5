/**
 * Aho–Corasick as a dense table: one look-up per code unit finds every keyword of every matcher in one pass.
 * Letters are folded (case, full width, accents), so `İGNORE` and `ｉｇｎｏｒｅ` trigger like `ignore`.
 */

export interface Keyword {
  /** `^` and `$` at the ends demand that no letter or digit stands there; `%` at the end, that a token goes on for ten units. */
  readonly word: string;
  /** Index of the matcher that asked for it. */
  readonly owner: number;
}

export interface Automaton {
  /** Class of each UTF-16 code unit. */
  readonly classOf: Uint16Array;
  /** Next state, premultiplied by the number of classes. */
  readonly next: Int32Array;
  /** States from here on end a keyword. */
  readonly firstOutput: number;
  readonly classes: number;
  /** For output state `s`: keywords that end there, at index `(s - firstOutput) / classes`. */
  readonly outputs: readonly (readonly Ending[])[];
}

export interface Ending {
  readonly owner: number;
  readonly length: number;
  readonly left: boolean;
  readonly right: boolean;
  /** A token must follow. */
  readonly token: boolean;
}

/** Folds one code unit for keyword search. Never changes the length of a text. */
export function foldUnit(unit: number): number {
  if (unit < 0x80) return unit >= 65 && unit <= 90 ? unit + 32 : unit;
  if (unit >= 0xff01 && unit <= 0xff5e) return foldUnit(unit - 0xfee0);
  const character = String.fromCharCode(unit);
  const base = character.normalize('NFD').charCodeAt(0);
  if (base < 0x80 && unit < 0x1f00) return foldUnit(base);
  const lower = character.toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}

export function buildAutomaton(keywords: readonly Keyword[]): Automaton {
  const { classOf, classes } = classify(keywords);
  const trie = buildTrie(keywords, classOf);
  return flatten(trie, classOf, classes);
}

function classify(keywords: readonly Keyword[]): { classOf: Uint16Array; classes: number } {
  const folded = new Map<number, number>();
  for (const { word } of keywords) {
    for (let i = 0; i < word.length; i++) {
      const unit = foldUnit(word.charCodeAt(i));
      if (!folded.has(unit)) folded.set(unit, folded.size + 1);
    }
  }
  const classOf = new Uint16Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) {
    if (unit >= 0xac00 && unit <= 0xdfff) continue; // Hangul and surrogates are in no keyword
    classOf[unit] = folded.get(foldUnit(unit)) ?? 0;
  }
  return { classOf, classes: folded.size + 1 };
}

interface TrieNode {
  readonly children: Map<number, TrieNode>;
  readonly endings: Ending[];
  fail: TrieNode | null;
  id: number;
}

const node = (): TrieNode => ({ children: new Map(), endings: [], fail: null, id: 0 });

function buildTrie(keywords: readonly Keyword[], classOf: Uint16Array): TrieNode[] {
  const root = node();
  for (const { word, owner } of keywords) {
    const left = word.length > 1 && word.startsWith('^');
    const right = word.length > 1 && word.endsWith('$');
    const token = word.length > 1 && word.endsWith('%');
    const bare = word.slice(left ? 1 : 0, right || token ? -1 : undefined);
    let at = root;
    for (let i = 0; i < bare.length; i++) {
      const unitClass = classOf[bare.charCodeAt(i)] as number;
      let child = at.children.get(unitClass);
      if (!child) {
        child = node();
        at.children.set(unitClass, child);
      }
      at = child;
    }
    at.endings.push({ owner, length: bare.length, left, right, token });
  }
  return linkFailures(root);
}

/** Breadth first, so that a node's failure is complete before its children need it. */
function linkFailures(root: TrieNode): TrieNode[] {
  const order = [root];
  for (let i = 0; i < order.length; i++) {
    const parent = order[i] as TrieNode;
    for (const [unitClass, child] of parent.children) {
      let fail = parent.fail;
      while (fail && !fail.children.has(unitClass)) fail = fail.fail;
      child.fail = fail?.children.get(unitClass) ?? root;
      child.endings.push(...child.fail.endings);
      order.push(child);
    }
  }
  return order;
}

/** Numbers the states so that those with output come last: the sweep needs one comparison per unit. */
function flatten(order: readonly TrieNode[], classOf: Uint16Array, classes: number): Automaton {
  const silent = order.filter((state) => state.endings.length === 0);
  const loud = order.filter((state) => state.endings.length > 0);
  [...silent, ...loud].forEach((state, index) => {
    state.id = index * classes;
  });
  const next = new Int32Array(order.length * classes);
  for (const state of order) {
    if (state.fail) next.copyWithin(state.id, state.fail.id, state.fail.id + classes);
    for (const [unitClass, child] of state.children) next[state.id + unitClass] = child.id;
  }
  return {
    classOf,
    next,
    firstOutput: silent.length * classes,
    classes,
    outputs: loud.map((state) => state.endings),
  };
}
