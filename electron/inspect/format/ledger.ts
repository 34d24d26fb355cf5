/** The long-term ledger (format F5.3): pointers only, each whole, and no durable text kept inline. */
import type { Finding } from '../../../shared/findings.ts';
import type { FormatContext } from './context.ts';
import { type FactLine, readLines } from './fact-lines.ts';
import { type PointerRecord, pointerRecords } from './ledger-records.ts';
import { labelKey } from './token.ts';

export function checkLedger(context: FormatContext): readonly Finding[] {
  const { scope, file } = context.pack.content.ledger;
  const text = context.scopes.has(scope) ? context.text(file) : null;
  if (text === null) return [];
  const records = pointerRecords(text.text, context.pack.content.ledger.keys);
  return [...records.flatMap((record) => checkRecord(context, record)), ...inlineBodies(context, text.text)];
}

/** One finding for each key that a record lacks; `checksum` is one of them where the target is a file. */
function checkRecord(context: FormatContext, record: PointerRecord): readonly Finding[] {
  const { ledger } = context.pack.content;
  const name = record.values.get('stable_id') || record.values.get('path') || record.values.get('label') || '';
  const at = (detail: Record<string, string>): Finding =>
    context.inText(
      'content/pointer-record',
      ledger.file,
      { line: record.line },
      { record: name.slice(0, 120).toWellFormed(), ...detail },
    );
  const missing = Object.keys(ledger.keys).filter((key) => key !== 'checksum' && isNothing(record.values.get(key)));
  const findings = missing.map((key) => at({ key, variant: key }));
  const target = record.values.get('path');
  if (target === undefined || isNothing(target) || !isFile(context, target)) return findings;
  const checksum = record.values.get('checksum');
  if (isNothing(checksum)) return [...findings, at({ key: 'checksum', variant: 'checksum', target })];
  const inside = context.files.get(targetPath(target));
  const hex = /[0-9a-f]{64}/.exec((checksum ?? '').toLowerCase())?.[0];
  if (inside === undefined) return findings;
  if (hex === undefined)
    return [...findings, at({ key: 'checksum', variant: 'checksum-form', target, actual: checksum ?? '' })];
  if (hex === inside.sha256) return findings;
  return [
    ...findings,
    at({ key: 'checksum', variant: 'checksum-differs', target, expected: hex, actual: inside.sha256 }),
  ];
}

function isNothing(value: string | undefined): boolean {
  return value === undefined || ['', 'null', '~', '-', 'todo', 'tbd', '""', "''"].includes(value.trim().toLowerCase());
}

/** Without the deep link into the file, without a leading `./`. */
function targetPath(target: string): string {
  return target
    .trim()
    .replace(/^[<`]|[>`]$/g, '')
    .replace(/[#?].*$/u, '')
    .replace(/^\.\//, '');
}

/** A file of this package, or a name that a file has: not an address, not a folder. */
function isFile(context: FormatContext, target: string): boolean {
  const path = targetPath(target);
  if (context.files.has(path)) return true;
  return !/^[a-z][a-z0-9+.-]+:/i.test(path) && !path.endsWith('/') && /\.[A-Za-z0-9]{1,8}$/.test(path);
}

interface Block {
  readonly line: number;
  readonly label: string | null;
  bytes: number;
  characters: number;
}

/** Bodies: text under a label such as `body` or `history`, and running text longer than a remark. */
function inlineBodies(context: FormatContext, text: string): readonly Finding[] {
  const { ledger } = context.pack.content;
  const bodies = new Set(ledger.bodyLabels.map(labelKey));
  const summaries = new Set(Object.values(ledger.keys).flat().map(labelKey));
  return blocksOf(readLines(text, new Set()), bodies, summaries, ledger.summaryCharacters)
    .filter(({ label, characters }) => (label === null ? characters > ledger.inlineCharacters : characters > 0))
    .map(({ line, label, bytes }) => {
      const detail = label === null ? { sizeBytes: bytes } : { variant: 'labelled', label, sizeBytes: bytes };
      return context.inText('content/inline-memory', ledger.file, { line }, detail);
    });
}

/** Runs of text, cut at headings and at lines that belong to a record. */
function blocksOf(
  lines: readonly FactLine[],
  bodies: ReadonlySet<string>,
  summaries: ReadonlySet<string>,
  summaryCharacters: number,
): readonly Block[] {
  const blocks: Block[] = [];
  let block: Block | null = null;
  const open = (line: FactLine, label: string | null): Block => {
    const fresh = { line: line.number, label, bytes: 0, characters: 0 };
    blocks.push(fresh);
    return fresh;
  };
  const grow = (target: Block, value: string): void => {
    target.characters += value.length;
    target.bytes += Buffer.byteLength(value);
  };
  for (const line of lines) {
    const key = line.kind === 'heading' || line.kind === 'label' ? labelKey(line.label) : null;
    if (key !== null && bodies.has(key)) {
      block = open(line, line.label);
      if (!/^[|>][+-]?$/.test(line.value)) grow(block, line.value);
    } else if (line.kind === 'heading' || (key !== null && summaries.has(key))) {
      // A "one-sentence" summary that goes on and on is a body as well.
      block = null;
      if (line.value.length > summaryCharacters) grow(open(line, line.label), line.value);
    } else if (line.kind === 'text' || line.kind === 'label') {
      block ??= open(line, null);
      grow(block, line.kind === 'label' ? `${line.label}: ${line.value}` : line.value);
    }
  }
  return blocks;
}
