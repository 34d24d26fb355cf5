/** What a command prints: sentences for people or one JSON object per line for programs, never both on standard output. */
import { styleText } from 'node:util';
import type { Problem } from '../../shared/models.ts';
import type { Severity } from '../../shared/rules.ts';
import type { Text, TextValues } from '../../shared/text.ts';
import { visible, visibleLines } from './visible.ts';

export interface Streams {
  readonly out: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly err: { write(text: string): unknown };
}

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';

export class Output {
  readonly json: boolean;
  readonly text: Text;
  readonly #streams: Streams;
  readonly #colour: boolean;

  constructor(streams: Streams, text: Text, json: boolean) {
    this.#streams = streams;
    this.text = text;
    this.json = json;
    this.#colour = streams.out.isTTY === true && !process.env.NO_COLOR;
  }

  /** Prints one machine-readable line; nothing in the form for people. */
  item(value: object): void {
    if (this.json) this.#streams.out.write(`${JSON.stringify(value)}\n`);
  }

  /** Prints a line for people; nothing with `--json`. Characters that would not show are written as code points. */
  line(line = '', ...styles: readonly Style[]): void {
    if (!this.json) this.#streams.out.write(`${this.style(visible(line), ...styles)}\n`);
  }

  /** Prints the sentence at a key of the `cli` texts. */
  say(key: string, values: TextValues = {}, ...styles: readonly Style[]): void {
    this.line(this.text.t(`cli:${key}`, values), ...styles);
  }

  /** Prints several lines at once, in the form for people. */
  block(text: string): void {
    if (!this.json) this.#streams.out.write(`${visibleLines(text)}\n`);
  }

  /** Prints text as it is, whatever the form: for commands whose output is a document. */
  raw(text: string): void {
    this.#streams.out.write(text);
  }

  /** Tells on standard error what stands in the way and what to do. With `--json` as an object, for programs. */
  problem(problem: Problem, subject?: string): void {
    const { title, explanation, todo } = this.text.problemText(problem);
    const lead = subject === undefined ? '' : `${subject}: `;
    const sentences = this.text.sentences([title, explanation, todo]);
    if (this.json) {
      this.item({
        schema: 'uaix-desktop.problem.v1',
        ...(subject === undefined ? {} : { subject }),
        ...problem,
        message: sentences,
      });
    }
    this.#streams.err.write(`${visible(lead + sentences)}\n`);
  }

  /** A line on standard error that is not a problem. */
  remark(line: string): void {
    this.#streams.err.write(`${visible(line)}\n`);
  }

  style(line: string, ...styles: readonly Style[]): string {
    return this.#colour && styles.length > 0 ? styleText([...styles], line, { validateStream: false }) : line;
  }

  /** Mark of a severity: a shape and a colour, so that neither stands alone. */
  mark(severity: Severity): string {
    if (severity === 'no-op') return this.style('⊘', 'red');
    return severity === 'review' ? this.style('◇', 'yellow') : this.style('○', 'dim');
  }

  /** Prints rows as aligned columns; the last column is not padded. Widths count code points, wide CJK characters as two. */
  table(rows: readonly (readonly string[])[]): void {
    if (this.json) return;
    const clean = rows.map((row) => row.map(visible));
    const widths: number[] = [];
    for (const row of clean) {
      for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, width(cell));
    }
    for (const row of clean) {
      const cells = row.map((cell, at) =>
        at === row.length - 1 ? cell : cell + ' '.repeat((widths[at] ?? 0) - width(cell)),
      );
      this.#streams.out.write(`${cells.join('  ').trimEnd()}\n`);
    }
  }
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;

function width(text: string): number {
  let columns = 0;
  for (const character of text) columns += WIDE.test(character) ? 2 : 1;
  return columns;
}
