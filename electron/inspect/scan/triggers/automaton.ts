/** Aho–Corasick as a dense table, for the keywords beyond ASCII: one look-up per code unit, and only in texts that need it. */
import { type Ending, foldTable, type Keyword, parseKeyword } from './keyword.ts';

export interface Automaton {
  /** Class of each UTF-16 code unit. */
  readonly classOf: Uint8Array;
  /** Next state, at `(state << shift) + class`. Small enough to stay in a processor's cache. */
  readonly next: Uint16Array;
  readonly shift: number;
  /** States from here on end a keyword. */
  readonly firstOutput: number;
  /** For output state `s`: keywords that end there, at index `s - firstOutput`. */
  readonly outputs: readonly (readonly Output[])[];
}

export interface Output extends Ending {
  readonly length: number;
}

const CLASSES = 256;

/** Makes as many automata as are needed for each to have no more than 255 different characters. */
export function buildAutomata(keywords: readonly Keyword[]): readonly Automaton[] {
  const groups: { readonly keywords: Keyword[]; readonly units: Set<number> }[] = [];
  for (const keyword of keywords) {
    const units = new Set([...parseKeyword(keyword).word].map((character) => character.charCodeAt(0)));
    const last = groups[groups.length - 1];
    const group = last && last.units.union(units).size < CLASSES ? last : { keywords: [], units: new Set<number>() };
    if (group !== last) groups.push(group);
    group.keywords.push(keyword);
    for (const unit of units) group.units.add(unit);
  }
  return groups.map((group) => buildAutomaton(group.keywords, group.units));
}

/** @throws RangeError when the keywords have more states than the table holds */
function buildAutomaton(keywords: readonly Keyword[], units: ReadonlySet<number>): Automaton {
  const classes = new Map([...units].map((unit, index) => [unit, index + 1]));
  const classOf = new Uint8Array(0x10000);
  const fold = foldTable();
  const classOfFolded = new Uint8Array(0x10000);
  for (const [unit, unitClass] of classes) classOfFolded[unit] = unitClass;
  for (let unit = 0; unit < 0x10000; unit++) classOf[unit] = classOfFolded[fold[unit] as number] as number;
  const order = buildTrie(keywords, classOf);
  const shift = Math.ceil(Math.log2(classes.size + 1));
  if (order.length > 0xffff) throw new RangeError('too many keywords for one automaton');
  return flatten(order, classOf, shift);
}

interface TrieNode {
  readonly children: Map<number, TrieNode>;
  readonly outputs: Output[];
  fail: TrieNode | null;
  id: number;
}

const node = (): TrieNode => ({ children: new Map(), outputs: [], fail: null, id: 0 });

function buildTrie(keywords: readonly Keyword[], classOf: Uint8Array): TrieNode[] {
  const root = node();
  for (const keyword of keywords) {
    const { word, ending } = parseKeyword(keyword);
    let at = root;
    for (let i = 0; i < word.length; i++) {
      const unitClass = classOf[word.charCodeAt(i)] as number;
      const child = at.children.get(unitClass) ?? node();
      at.children.set(unitClass, child);
      at = child;
    }
    at.outputs.push({ ...ending, length: word.length });
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
      child.outputs.push(...child.fail.outputs);
      order.push(child);
    }
  }
  return order;
}

/** Numbers the states so that those with output come last: the sweep needs one comparison per unit. */
function flatten(order: readonly TrieNode[], classOf: Uint8Array, shift: number): Automaton {
  const silent = order.filter((state) => state.outputs.length === 0);
  const loud = order.filter((state) => state.outputs.length > 0);
  [...silent, ...loud].forEach((state, index) => {
    state.id = index;
  });
  const next = new Uint16Array(order.length << shift);
  for (const state of order) {
    const row = state.id << shift;
    if (state.fail) next.copyWithin(row, state.fail.id << shift, (state.fail.id + 1) << shift);
    for (const [unitClass, child] of state.children) next[row + unitClass] = child.id;
  }
  return { classOf, next, shift, firstOutput: silent.length, outputs: loud.map((state) => state.outputs) };
}
