/** JSON pointers → lines and columns of many values at once, in one walk over the text: a message may have a hundred findings. */
import { JsonTokens } from '../manifest/json-tokens.ts';

/** Places that are looked for, as a tree of their segments. */
interface Wanted {
  readonly children: Map<string, Wanted>;
  readonly pointers: string[];
}

interface Level {
  readonly isList: boolean;
  readonly wanted: Wanted | null;
  key: string;
  index: number;
  awaitsValue: boolean;
}

export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Place of each pointer in a strict JSON text; of its nearest existing parent when it is absent. Of two equal keys the last counts. */
export function locateAll(text: string, pointers: Iterable<string>): ReadonlyMap<string, TextPlace> {
  const root = tree(pointers);
  const offsets = new Map<Wanted, number>();
  const levels: Level[] = [];
  const tokens = new JsonTokens(text);
  for (let kind = tokens.next(); kind !== 'end' && kind !== 'fault'; kind = tokens.next()) {
    const top = levels.at(-1);
    if (kind === '}' || kind === ']') {
      levels.pop();
      continue;
    }
    if (kind === ',' && top) {
      top.index += 1;
      top.awaitsValue = top.isList;
      continue;
    }
    if (kind === ':' && top) {
      top.awaitsValue = true;
      continue;
    }
    if (top && !top.isList && !top.awaitsValue) {
      top.key = tokens.value;
      continue;
    }
    const own = top === undefined ? root : (top.wanted?.children.get(top.isList ? String(top.index) : top.key) ?? null);
    if (own) offsets.set(own, tokens.offset);
    if (top) top.awaitsValue = false;
    if (kind === '{' || kind === '[') {
      levels.push({ isList: kind === '[', wanted: own, key: '', index: 0, awaitsValue: kind === '[' });
    }
  }
  return placesOf(text, root, offsets);
}

function tree(pointers: Iterable<string>): Wanted {
  const root: Wanted = { children: new Map(), pointers: [] };
  for (const pointer of pointers) {
    let node = root;
    for (const segment of pointer === '' ? [] : pointer.slice(1).split('/')) {
      const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
      let child = node.children.get(name);
      if (child === undefined) {
        child = { children: new Map(), pointers: [] };
        node.children.set(name, child);
      }
      node = child;
    }
    node.pointers.push(pointer);
  }
  return root;
}

function placesOf(text: string, root: Wanted, offsets: ReadonlyMap<Wanted, number>): ReadonlyMap<string, TextPlace> {
  const places = new Map<string, TextPlace>();
  const starts = lineStarts(text);
  const open: { node: Wanted; above: number }[] = [{ node: root, above: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const offset = offsets.get(next.node) ?? next.above;
    for (const pointer of next.node.pointers) places.set(pointer, placeOf(starts, offset));
    for (const node of next.node.children.values()) open.push({ node, above: offset });
  }
  return places;
}

/** 1-based place of an offset. */
export function placeAt(text: string, offset: number): TextPlace {
  return placeOf(lineStarts(text), offset);
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  return starts;
}

function placeOf(starts: readonly number[], offset: number): TextPlace {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] as number) + 1 };
}
