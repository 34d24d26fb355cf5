/**
 * What a memory file says, as labelled facts (format F9): front matter, `Label: value` lines and headings, in any case and with or
 * without Markdown marks. A fact counts only with text of its own; a word that merely occurs is none.
 */
import { type FactLine, readLines } from './fact-lines.ts';
import { labelKey } from './token.ts';

/** A label and the text that stands under it. */
export interface Fact {
  /** Keys under which the label is known. */
  readonly keys: readonly string[];
  /** The label as the file spells it. */
  readonly label: string;
  /** Value on the label's own line; else the first line of the text below it. Empty when there is none. */
  readonly value: string;
  /** All its text, one line each, with their 1-based line numbers. */
  readonly body: readonly { readonly text: string; readonly line: number }[];
  readonly form: 'heading' | 'label';
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

export interface FactVocabulary {
  /** Keys of labels that are looked for: a plain line that is exactly one of them is read as a heading. */
  readonly labels: ReadonlySet<string>;
  /** Keys of words that stand for text which is still to be written. */
  readonly placeholders: ReadonlySet<string>;
}

/** All facts of a text, in order. */
export function factsOf(text: string, vocabulary: FactVocabulary): readonly Fact[] {
  const lines = readLines(text, vocabulary.labels);
  return lines.flatMap((line, index) => {
    if (line.kind !== 'heading' && line.kind !== 'label') return [];
    const own =
      line.kind === 'label' && isText(line.value, vocabulary) ? [{ text: line.value, line: line.number }] : [];
    const body = own.length > 0 ? own : textBelow(lines, index, vocabulary);
    const { label, number, column, kind: form } = line;
    return [
      { keys: keysOf(label, vocabulary.labels), label, value: body[0]?.text ?? '', body, form, line: number, column },
    ];
  });
}

/**
 * Keys under which a label may be known: itself, itself without a bracketed remark, and the parts of `a and b` when every part is
 * looked for.
 */
function keysOf(label: string, labels: ReadonlySet<string>): readonly string[] {
  const whole = labelKey(label);
  const plain = labelKey(label.replace(/[(（[【][^)）\]】]*[)）\]】]/gu, ' '));
  const parts = plain
    .split(/\s+and\s+|\s*[&/,、，]\s*|\s*[与和及]\s*/u)
    .map(labelKey)
    .filter((part) => part !== '');
  const compound = parts.length > 1 && parts.every((part) => labels.has(part)) ? parts : [];
  return [...new Set([whole, plain, ...compound])].filter((key) => key !== '');
}

/** Whether a file has text at all: something besides headings, labels without value, marks, comments and metadata. */
export function hasText(text: string, metadata: ReadonlySet<string>, vocabulary: FactVocabulary): boolean {
  return readLines(text, vocabulary.labels).some((line) => {
    if (line.kind === 'text') return isText(line.value, vocabulary);
    return line.kind === 'label' && isText(line.value, vocabulary) && !metadata.has(labelKey(line.label));
  });
}

/** Values of YAML and JSON that hold nothing, and marks after which a block would follow. */
const NOTHING = new Set(['', 'null', '~', '""', "''", '[]', '{}', '|', '>', '|-', '>-', '|+', '>+', '{', '[']);

/** `<what it does>`, `{{voice}}`, `[fill in]`: a blank of a form. A list in brackets is none. */
const BLANK_OF_A_FORM =
  /^(?:<(?!https?:|mailto:)[^<>]*>|\{\{[^{}]*\}\}|\[\s*(?:fill|insert|describe|your|todo|tbd|add|write|enter|填|请|在此|待)[^[\]]*\])\.?$/iu;

/** Longest value that can be a placeholder or a blank of a form. */
const PLACEHOLDER_CHARACTERS = 200;

/** Whether these characters say something: not only marks, and no word that stands for text still to be written. */
function isText(value: string, { placeholders }: FactVocabulary): boolean {
  const bare = value.trim();
  if (bare.length > PLACEHOLDER_CHARACTERS) return true;
  const unmarked = bare.replace(/,$/, '');
  if (NOTHING.has(unmarked) || !/[\p{L}\p{N}\p{S}]/u.test(unmarked.replace(/[|`~^+=<>$]/gu, ''))) return false;
  return !BLANK_OF_A_FORM.test(unmarked) && !placeholders.has(labelKey(unmarked));
}

/** The text that belongs to the label at `index`: under a heading, or under a label that stands alone on its line. */
function textBelow(lines: readonly FactLine[], index: number, vocabulary: FactVocabulary): Fact['body'] {
  const owner = lines[index] as FactLine;
  const body: { text: string; line: number }[] = [];
  for (let next = index + 1; next < lines.length; next += 1) {
    const line = lines[next] as FactLine;
    if (endsText(owner, line, vocabulary.labels)) break;
    if (line.kind !== 'label' && line.kind !== 'text') continue;
    if (!isText(line.value, vocabulary)) continue;
    body.push({ text: line.kind === 'label' ? `${line.label}: ${line.value}` : line.value.trim(), line: line.number });
  }
  return body;
}

/** Whether `line` begins something that is not part of `owner` any more. A looked-for label always does: it has text of its own. */
function endsText(owner: FactLine, line: FactLine, labels: ReadonlySet<string>): boolean {
  const known =
    (line.kind === 'heading' || line.kind === 'label') && keysOf(line.label, labels).some((key) => labels.has(key));
  if (owner.kind === 'heading') return known || (line.kind === 'heading' && line.level <= owner.level);
  if (line.kind === 'heading' || known) return true;
  const isChild = line.indent > owner.indent || (line.bulleted && !owner.bulleted);
  // A list item beside a list item is its neighbour; so is a label beside a label.
  return !isChild && (line.kind === 'label' || (line.kind === 'text' && owner.bulleted));
}
