/** Offsets → lines and columns; and, in JSON, the string that holds an offset. */
import { createScanner } from 'jsonc-parser';

export interface LinePlace {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
}

/** Places of offsets in ascending order, in one pass over the text before the last of them. */
export function placesOf(text: string, offsets: readonly number[]): LinePlace[] {
  const places: LinePlace[] = [];
  const nextEnd = lineEnds(text);
  let line = 1;
  let lineFrom = 0;
  for (const offset of offsets) {
    for (;;) {
      const end = nextEnd(lineFrom);
      if (end <= 0 || end > offset) break;
      line += 1;
      lineFrom = end;
    }
    places.push({ line, column: offset - lineFrom + 1 });
  }
  return places;
}

/** Tells, for ascending offsets, the offset after the next LF, CR LF or lone CR; 0 when there is none. */
function lineEnds(text: string): (from: number) => number {
  const NONE = Number.POSITIVE_INFINITY;
  const next = (sign: string, from: number): number => {
    const at = text.indexOf(sign, from);
    return at < 0 ? NONE : at;
  };
  let feed = -1;
  let carriage = -1;
  return (from) => {
    if (feed < from) feed = next('\n', from);
    if (carriage < from) carriage = next('\r', from);
    if (feed === NONE && carriage === NONE) return 0;
    return feed <= carriage + 1 ? feed + 1 : carriage + 1;
  };
}

export interface JsonString {
  readonly from: number;
  readonly to: number;
  /** Of the value, or of the member whose name it is. */
  readonly pointer: string;
}

/** All strings of a JSON text with their pointers, in order. Without recursion; stops where the text is no JSON. */
export function jsonStrings(text: string): JsonString[] {
  const scanner = createScanner(text, true);
  const strings: JsonString[] = [];
  const stack: { list: boolean; segment: string; index: number; named: boolean }[] = [];
  const escaped = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1');
  const pointer = (): string => stack.map(({ list, segment, index }) => `/${list ? index : segment}`).join('');
  for (let kind: number = scanner.scan(); kind !== 17; kind = scanner.scan()) {
    const top = stack[stack.length - 1];
    if (kind === 1 || kind === 3) stack.push({ list: kind === 3, segment: '', index: 0, named: false });
    else if (kind === 2 || kind === 4) stack.pop();
    else if (kind === 5 && top) {
      top.index += 1;
      top.named = false;
    } else if (kind === 10) {
      const from = scanner.getTokenOffset();
      if (top && !top.list && !top.named) {
        top.segment = escaped(scanner.getTokenValue());
        top.named = true;
      }
      strings.push({ from, to: from + scanner.getTokenLength(), pointer: pointer() });
    }
  }
  return strings;
}

/** The string that holds an offset, or null between strings. */
export function stringAt(strings: readonly JsonString[], offset: number): JsonString | null {
  let low = 0;
  let high = strings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((strings[middle] as JsonString).to > offset) high = middle;
    else low = middle + 1;
  }
  const found = strings[low];
  return found && found.from <= offset ? found : null;
}
