/** Pointer records of a long-term ledger (format F5.3), in YAML, in lists, under headings or in tables. */
import { type FactLine, readLines } from './fact-lines.ts';
import { labelKey } from './token.ts';

/** One record: canonical key → value. */
export interface PointerRecord {
  readonly values: ReadonlyMap<string, string>;
  /** 1-based line of its first key. */
  readonly line: number;
}

/** Canonical key of a record → the spellings it may have. */
export type RecordKeys = Readonly<Record<string, readonly string[]>>;

/** All records of a ledger, in order. A single key in passing makes no record: one needs two. */
export function pointerRecords(text: string, keys: RecordKeys): readonly PointerRecord[] {
  const spellings = new Map(
    Object.entries(keys).flatMap(([key, labels]) => labels.map((label) => [labelKey(label), key] as const)),
  );
  const reader = new RecordReader(spellings);
  for (const line of readLines(text, new Set())) reader.take(line);
  return reader.end();
}

class RecordReader {
  readonly #spellings: ReadonlyMap<string, string>;
  readonly #records: PointerRecord[] = [];
  #values = new Map<string, string>();
  #line = 0;
  #indent = 0;
  /** YAML list: the first key stands behind the dash, the others below it. Then every dash at this indent begins a record. */
  #isYamlItem = false;
  #columns: readonly (string | undefined)[] | null = null;
  #awaiting: string | null = null;

  constructor(spellings: ReadonlyMap<string, string>) {
    this.#spellings = spellings;
  }

  end(): readonly PointerRecord[] {
    this.#close();
    return this.#records;
  }

  take(line: FactLine): void {
    if (line.kind === 'heading') {
      this.#close();
      this.#columns = null;
      return;
    }
    const flow = flowPairs(line);
    if (flow) {
      this.#close();
      for (const [label, value] of flow) this.#set(label, value, line);
      this.#close();
      return;
    }
    const cells = tableCells(line);
    if (cells) {
      this.#row(cells, line);
      return;
    }
    if (line.kind !== 'blank') this.#columns = null;
    if (line.kind === 'label') this.#pair(line);
    else if (line.kind === 'text' && this.#awaiting !== null) {
      // The value stands on the line below its key.
      this.#values.set(this.#awaiting, line.value);
      this.#awaiting = null;
    }
  }

  #pair(line: FactLine): void {
    const key = this.#spellings.get(labelKey(line.label));
    const beginsItem = line.bulleted && this.#isYamlItem && line.indent <= this.#indent;
    if (key === undefined) {
      if (beginsItem) this.#close();
      return;
    }
    if (this.#values.has(key) || beginsItem) this.#close();
    if (this.#values.size > 0 && !line.bulleted && line.indent > this.#indent) this.#isYamlItem = true;
    this.#set(line.label, line.value, line);
  }

  #row(cells: readonly string[], line: FactLine): void {
    const known = cells.map((cell) => this.#spellings.get(labelKey(cell)));
    if (this.#columns === null) {
      this.#close();
      // A table of two columns may be label and value, row by row.
      if (known.filter((key) => key !== undefined).length >= 2) this.#columns = known;
      else if (cells.length === 2 && known[0] !== undefined) this.#set(cells[0] as string, cells[1] as string, line);
      return;
    }
    this.#close();
    for (const [index, cell] of cells.entries()) {
      const key = this.#columns[index];
      if (key !== undefined) this.#setKey(key, cell, line);
    }
    this.#close();
  }

  #set(label: string, value: string, line: FactLine): void {
    const key = this.#spellings.get(labelKey(label));
    if (key !== undefined) this.#setKey(key, value, line);
  }

  #setKey(key: string, value: string, line: FactLine): void {
    if (this.#values.size === 0) {
      this.#line = line.number;
      this.#indent = line.indent;
    }
    this.#values.set(key, value);
    this.#awaiting = value === '' ? key : null;
  }

  #close(): void {
    if (this.#values.size >= 2) this.#records.push({ values: this.#values, line: this.#line });
    this.#values = new Map();
    this.#isYamlItem = false;
    this.#awaiting = null;
  }
}

/** Longest line that is read as a record on one line or as a table row. */
const RECORD_LINE_CHARACTERS = 4_000;

/** `{stable_id: a, path: b}` or `{"stable_id": "a", …}` on one line, as YAML and JSON allow. */
function flowPairs(line: FactLine): readonly (readonly [string, string])[] | null {
  const source = line.kind === 'label' ? `${line.label}: ${line.value}` : line.value;
  const inside = /^\{(.*)\},?$/u.exec(source.slice(0, RECORD_LINE_CHARACTERS).trim())?.[1];
  if (inside === undefined) return null;
  return splitOutsideQuotes(inside).flatMap((pair) => {
    const colon = pair.indexOf(':');
    return colon < 0 ? [] : [[pair.slice(0, colon), unquoted(pair.slice(colon + 1))] as const];
  });
}

function splitOutsideQuotes(text: string): readonly string[] {
  const parts: string[] = [];
  let quote = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === ',') {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

function unquoted(value: string): string {
  return value.trim().replace(/^(["'])(.*)\1$/u, '$2');
}

function tableCells(line: FactLine): readonly string[] | null {
  const source = line.kind === 'label' ? `|${line.label}|${line.value}` : line.value;
  if (line.kind === 'label' && !line.value.includes('|')) return null;
  if (line.kind === 'text' && !source.startsWith('|')) return null;
  if (line.kind !== 'label' && line.kind !== 'text') return null;
  const cells = source.slice(0, RECORD_LINE_CHARACTERS).replace(/^\|/, '').replace(/\|$/, '').split('|');
  return cells.length >= 2 ? cells.map((cell) => cell.trim().replace(/^`(.*)`$/u, '$1')) : null;
}
