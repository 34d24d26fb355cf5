/**
 * Aho–Corasick as a dense table: one look-up per code unit finds every keyword of every matcher in one pass.
 * Letters are folded (case, full width, accents), so `İGNORE` and `ｉｇｎｏｒｅ` trigger like `ignore`.
 */

export interface Keyword {
  /** `^` and `$` at the ends demand that no letter or digit stands there; `+` at the end, that a token goes on for ten units. */
  readonly word: string;
  /** Index of the matcher that asked for it. */
  readonly owner: number;
}

export interface Automaton {
  /** Class of each UTF-16 code unit. */
  readonly classOf: Uint8Array;
  /** Next state, at `(state << shift) + class`. Small enough to stay in a processor's cache. */
  readonly next: Uint16Array;
  readonly shift: number;
  /** States from here on end a keyword. */
  readonly firstOutput: number;
  /** For output state `s`: keywords that end there, at index `s - firstOutput`. */
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

/** Keywords spelled in ASCII (after folding) by themselves, and the others in groups that fit a table each. */
export interface Automata {
  readonly ascii: Automaton;
  readonly wide: readonly Automaton[];
}

const CLASSES = 256;

export function buildAutomata(keywords: readonly Keyword[]): Automata {
  const groups: { readonly keywords: Keyword[]; readonly units: Set<number> }[] = [];
  const ascii: Keyword[] = [];
  for (const keyword of keywords) {
    const units = [...keyword.word].map((character) => foldUnit(character.charCodeAt(0)));
    if (units.every((unit) => unit < 0x80)) {
      ascii.push(keyword);
      continue;
    }
    const last = groups[groups.length - 1];
    const group = last && last.units.union(new Set(units)).size < CLASSES ? last : { keywords: [], units: new Set<number>() };
    if (group !== last) groups.push(group);
    group.keywords.push(keyword);
    for (const unit of units) group.units.add(unit);
  }
  return { ascii: buildAutomaton(ascii), wide: groups.map((group) => buildAutomaton(group.keywords)) };
}

/** @throws RangeError when the keywords have more different characters or states than the tables hold */
function buildAutomaton(keywords: readonly Keyword[]): Automaton {
  const { classOf, classes } = classify(keywords);
  const trie = buildTrie(keywords, classOf);
  const shift = Math.ceil(Math.log2(classes));
  if (shift > 8 || trie.length > 0xffff) throw new RangeError('too many keywords for one automaton');
  return flatten(trie, classOf, shift);
}

function classify(keywords: readonly Keyword[]): { classOf: Uint8Array; classes: number } {
  const folded = new Map<number, number>();
  for (const { word } of keywords) {
    for (let i = 0; i < word.length; i++) {
      const unit = foldUnit(word.charCodeAt(i));
      if (!folded.has(unit)) folded.set(unit, folded.size + 1);
    }
  }
  const classOf = new Uint8Array(0x10000);
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

function buildTrie(keywords: readonly Keyword[], classOf: Uint8Array): TrieNode[] {
  const root = node();
  for (const { word, owner } of keywords) {
    const left = word.length > 1 && word.startsWith('^');
    const right = word.length > 1 && word.endsWith('$');
    const token = word.length > 1 && word.endsWith('+');
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
function flatten(order: readonly TrieNode[], classOf: Uint8Array, shift: number): Automaton {
  const silent = order.filter((state) => state.endings.length === 0);
  const loud = order.filter((state) => state.endings.length > 0);
  [...silent, ...loud].forEach((state, index) => {
    state.id = index;
  });
  const next = new Uint16Array(order.length << shift);
  for (const state of order) {
    const row = state.id << shift;
    if (state.fail) next.copyWithin(row, state.fail.id << shift, (state.fail.id + 1) << shift);
    for (const [unitClass, child] of state.children) next[row + unitClass] = child.id;
  }
  return {
    classOf,
    next,
    shift,
    firstOutput: silent.length,
    outputs: loud.map((state) => state.endings),
  };
}
