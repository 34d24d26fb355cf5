/** JSON pointer → line and column in the manifest, without keeping an offset for every value of it. */
import type { ManifestPlace } from '../package.ts';
import { JsonTokens } from './json-tokens.ts';
import type { OffsetNode } from './json-tree.ts';

export interface PlaceIndex {
  locate(pointer: string): ManifestPlace;
  at(offset: number): { readonly line: number; readonly column: number };
}

/** @param offsets top-level members as `parseJsonTree` gives them; without them every pointer leads to `rootOffset` */
export function placeIndex(text: string, offsets: ReadonlyMap<string, OffsetNode>, rootOffset: number): PlaceIndex {
  let lines: readonly number[] | null = null;
  const at = (offset: number): { line: number; column: number } => {
    lines ??= lineStarts(text);
    const line = lastAtMost(lines, offset);
    return { line: line + 1, column: offset - (lines[line] ?? 0) + 1 };
  };
  return {
    at,
    locate(pointer) {
      const offset = offsetOf(text, offsets, rootOffset, segmentsOf(pointer));
      return { pointer, ...at(offset) };
    },
  };
}

function segmentsOf(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function offsetOf(
  text: string,
  offsets: ReadonlyMap<string, OffsetNode>,
  rootOffset: number,
  segments: readonly string[],
): number {
  const [first, second, ...rest] = segments;
  const top = first === undefined ? undefined : offsets.get(first);
  if (top === undefined) return rootOffset;
  if (second === undefined) return top.offset;
  const inner = top.members?.get(second) ?? top.elements?.[Number(second)];
  if (inner === undefined) return top.offset;
  return scanFor(text, inner, rest);
}

/** Follows the remaining segments from a value's offset; stops at the nearest parent that is there. */
function scanFor(text: string, from: number, segments: readonly string[]): number {
  let offset = from;
  for (const segment of segments) {
    const found = childOffset(text, offset, segment);
    if (found === null) break;
    offset = found;
  }
  return offset;
}

/** Offset of a member (the last of that name, as JSON.parse takes it) or element of the container at `from`. */
function childOffset(text: string, from: number, segment: string): number | null {
  const tokens = new JsonTokens(text, from);
  const open = tokens.next();
  if (open !== '{' && open !== '[') return null;
  let found: number | null = null;
  let depth = 1;
  let index = 0;
  let key = '';
  let awaitsValue = open === '[';
  for (let kind = tokens.next(); kind !== 'end' && kind !== 'fault'; kind = tokens.next()) {
    if (depth === 1 && open === '{' && !awaitsValue && kind === 'string') key = tokens.value;
    if (depth === 1 && kind === ':') awaitsValue = true;
    else if (depth === 1 && kind === ',') {
      index += 1;
      awaitsValue = open === '[';
    } else if (depth === 1 && awaitsValue && kind !== ']' && kind !== '}') {
      if (open === '{' ? key === segment : String(index) === segment) found = tokens.offset;
      awaitsValue = false;
    }
    if (kind === '{' || kind === '[') depth += 1;
    if (kind === '}' || kind === ']') depth -= 1;
    if (depth === 0) break;
  }
  return found;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  return starts;
}

/** Index of the last element that is not greater than `value`. */
function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
