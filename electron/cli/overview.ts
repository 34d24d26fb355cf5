/** The overview of `uaix --help`: every command in a line. Made without commander, so that the first thing people ask is answered at once. */
import { COMMANDS, commandName, GLOBAL_OPTIONS, HELP_COMMAND } from './table.ts';

/** Columns of an output that is no terminal. */
const USUAL_WIDTH = 80;
/** Descriptions narrower than this are not broken into lines: a staircase of single words helps nobody. In columns. */
const NARROWEST = 40;
const INDENT = '  ';
const GAP = '  ';

/** Characters that take two columns in a terminal: CJK and its full-width punctuation. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u;
/** Where a line may be broken: at spaces, and after a wide character unless punctuation follows it. */
const PIECES = new RegExp(`\\s*(?:${WIDE.source}[、。，：；！？）」]*|(?:(?!${WIDE.source})\\S)+)`, 'gu');

/**
 * The overview, with its last line ended.
 * @param t sentences by their key in the namespace `cli`
 * @param width columns of the terminal
 */
export function overview(t: (key: string) => string, width: number = USUAL_WIDTH): string {
  const options = Object.values(GLOBAL_OPTIONS).map(([flags, key]) => [flags, t(key)] as const);
  const commands = COMMANDS.map((row) => [termOf(row), t(`command.${commandName(row)}`)] as const);
  const all = [...commands, [HELP_COMMAND[0], t(HELP_COMMAND[1])] as const];
  const termWidth = Math.max(...[...options, ...all].map(([term]) => columnsOf(term)));
  const list = (rows: readonly (readonly [string, string])[]): string =>
    rows.map(([term, text]) => `${item(term, text, termWidth, width)}\n`).join('');
  return [
    `${t('heading.usage')} uaix [options] [command]\n`,
    `${wrap(t('about'), width).join('\n')}\n`,
    `${t('heading.options')}\n${list(options)}`,
    `${t('heading.commands')}\n${list(all)}`,
    `${t('helpEnd')}\n`,
  ].join('\n');
}

/** `pack [options] <folder>` */
function termOf(row: (typeof COMMANDS)[number]): string {
  const name = commandName(row);
  return `${name}${'options' in row ? ' [options]' : ''}${row.usage.slice(name.length)}`;
}

function item(term: string, text: string, termWidth: number, width: number): string {
  const room = width - termWidth - INDENT.length - GAP.length;
  const below = `\n${INDENT}${' '.repeat(termWidth)}${GAP}`;
  return `${INDENT}${term}${' '.repeat(termWidth - columnsOf(term))}${GAP}${wrap(text, room).join(below)}`;
}

/** Lines of at most `room` columns, unless one piece alone is longer. */
function wrap(text: string, room: number): readonly string[] {
  if (room < NARROWEST || columnsOf(text) <= room) return [text];
  const lines: string[] = [];
  let line = '';
  for (const [piece] of text.matchAll(PIECES)) {
    if (line !== '' && columnsOf(line) + columnsOf(piece) > room) {
      lines.push(line);
      line = piece.trimStart();
    } else line += piece;
  }
  return [...lines, line];
}

/** Text without one wide character: its length is its width. */
const NARROW = /^[\u0020-\u10ff]*$/;

function columnsOf(text: string): number {
  if (NARROW.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += WIDE.test(character) ? 2 : 1;
  return columns;
}
