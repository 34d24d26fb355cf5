/** Shell-like text → pipelines of commands. Understands enough of quoting, substitution and chaining to see through evasions. */

export type Dialect = 'posix' | 'windows';

export interface Word {
  readonly text: string;
  /** Offset in the tokenised text. */
  readonly from: number;
  /** Source of each `$(…)`, `<(…)` or backtick pair inside the word. */
  readonly substitutions: readonly string[];
}

export interface Command {
  readonly words: readonly Word[];
  /** Targets of `>` and `>>`. */
  readonly redirects: readonly string[];
}

/** Commands joined by `|`, first to last. */
export interface Pipeline {
  readonly commands: readonly Command[];
  readonly from: number;
  readonly to: number;
}

/** Substitutions inside substitutions are followed this deep. */
export const MAX_NESTING = 4;
const SPACE = /\s/;

interface State {
  readonly source: string;
  readonly dialect: Dialect;
  readonly variables: Map<string, string>;
  at: number;
}

/** Splits `source` into pipelines. Never fails: what is no shell text comes out as words. Linear in the length of `source`. */
export function tokenise(source: string, dialect: Dialect): Pipeline[] {
  const state: State = { source, dialect, variables: new Map(), at: 0 };
  const pipelines: Pipeline[] = [];
  let commands: Command[] = [];
  let from = 0;
  while (state.at < source.length) {
    const { command, operator } = readCommand(state);
    if (command.words.length > 0 || command.redirects.length > 0) commands.push(command);
    if (operator === '|') continue;
    if (commands.length > 0) pipelines.push({ commands, from, to: Math.min(state.at, source.length) });
    commands = [];
    from = state.at;
  }
  if (commands.length > 0) pipelines.push({ commands, from, to: source.length });
  return pipelines;
}

function readCommand(state: State): { command: Command; operator: string } {
  const words: Word[] = [];
  const redirects: string[] = [];
  while (state.at < state.source.length) {
    const operator = readOperator(state);
    if (operator === null) {
      const word = readWord(state);
      if (!word) continue;
      const assignment = words.length === 0 ? /^([A-Za-z_]\w{0,40})=(.{0,200})$/s.exec(word.text) : null;
      if (assignment) state.variables.set(assignment[1] as string, assignment[2] as string);
      else words.push(word);
    } else if (operator === '>' || operator === '>>') {
      skipSpace(state);
      const target = readWord(state);
      if (target) redirects.push(target.text);
    } else if (operator !== '<') {
      return { command: { words, redirects }, operator };
    }
  }
  return { command: { words, redirects }, operator: '' };
}

function skipSpace(state: State): void {
  for (
    let unit = state.source.charCodeAt(state.at);
    unit === 32 || unit === 9;
    unit = state.source.charCodeAt(state.at)
  )
    state.at += 1;
}

/** Null when a word begins here. Blanks are skipped. */
function readOperator(state: State): string | null {
  const { source } = state;
  while (state.at < source.length) {
    const character = source[state.at] as string;
    if (character === '\\' && state.dialect === 'posix' && /[\r\n]/.test(source[state.at + 1] ?? '')) {
      state.at += source.startsWith('\r\n', state.at + 1) ? 3 : 2;
    } else if (character === '\n' || character === '\r') {
      state.at += 1;
      return '\n';
    } else if (character === ' ' || SPACE.test(character)) {
      state.at += 1;
    } else {
      break;
    }
  }
  if (state.at >= source.length) return '\n';
  if (!OPERATOR_UNITS.includes(source[state.at] as string)) return null;
  const rest = source.slice(state.at, state.at + 3);
  const found = /^(?:&&|\|\||\|&|;;|;|\||&>>?|&|>>|>&|>|<<<|<<|<(?!\())/.exec(rest)?.[0];
  if (found === undefined || (found === '>' && rest.startsWith('>('))) return null;
  state.at += found.length;
  if (found === '|&') return '|';
  if (found.startsWith('&>')) return '>';
  if (found === '>&') return '>';
  return found.startsWith('<') ? '<' : found;
}

const OPERATOR_UNITS = '&|;><';
/** What stands for itself outside quotes, and between double ones, in either dialect. */
const PLAIN = /[\w./:,=@%+~#{}[\]!?*()-]+/y;

/** Letters, digits and signs that mean nothing to a shell. The offset behind them. */
function plainEnd(source: string, at: number): number {
  PLAIN.lastIndex = at;
  return PLAIN.test(source) ? PLAIN.lastIndex : at;
}

function readWord(state: State): Word | null {
  const { source, dialect } = state;
  const from = state.at;
  const substitutions: string[] = [];
  let text = '';
  let quote = '';
  while (state.at < source.length) {
    const end = plainEnd(source, state.at);
    if (end > state.at) {
      text += source.slice(state.at, end);
      state.at = end;
      continue;
    }
    const character = source[state.at] as string;
    if (quote === "'") {
      if (character === "'") quote = '';
      else text += character;
      state.at += 1;
    } else if (character === quote) {
      quote = '';
      state.at += 1;
    } else if (
      quote === '' &&
      (SPACE.test(character) || /[|;&<>]/.test(character)) &&
      !startsSubstitution(source, state.at)
    ) {
      break;
    } else if (quote === '' && (character === '"' || character === "'")) {
      quote = character;
      state.at += 1;
    } else if (startsSubstitution(source, state.at)) {
      substitutions.push(readSubstitution(state));
      text += '\u0000';
    } else if (character === '$' && dialect === 'posix') {
      text += readVariable(state);
    } else if (character === (dialect === 'posix' ? '\\' : '^') && state.at + 1 < source.length) {
      text += /[\r\n]/.test(source[state.at + 1] as string) ? '' : source[state.at + 1];
      state.at += 2;
    } else {
      text += character;
      state.at += 1;
    }
  }
  if (state.at === from) {
    state.at += 1; // never stand still
    return null;
  }
  const clean = text.replaceAll('\u0000', '');
  return { text: clean === '' && substitutions.length > 0 ? '$()' : clean, from, substitutions };
}

function startsSubstitution(source: string, at: number): boolean {
  const character = source[at];
  if (character === '`') return true;
  return (character === '$' || character === '<' || character === '>') && source[at + 1] === '(';
}

/** Reads `$(…)`, `<(…)` or `` `…` `` and gives what is inside. An unclosed one reaches to the end. */
function readSubstitution(state: State): string {
  const { source } = state;
  if (source[state.at] === '`') {
    const end = source.indexOf('`', state.at + 1);
    const inner = source.slice(state.at + 1, end < 0 ? source.length : end);
    state.at = end < 0 ? source.length : end + 1;
    return inner;
  }
  const from = state.at + 2;
  let depth = 1;
  let at = from;
  for (; at < source.length && depth > 0; at++) {
    if (source[at] === '(') depth += 1;
    else if (source[at] === ')') depth -= 1;
  }
  state.at = at;
  return source.slice(from, depth === 0 ? at - 1 : at);
}

/** A variable set in this very text is replaced; `$IFS` is a space that does not part words; others keep their name. */
function readVariable(state: State): string {
  const found = /^\$(?:\{([A-Za-z_]\w{0,40})([^}]{0,80})\}|([A-Za-z_]\w{0,40})|[\d@*#?!])/.exec(
    state.source.slice(state.at, state.at + 130),
  );
  if (!found) {
    state.at += 1;
    return '$';
  }
  state.at += found[0].length;
  const name = found[1] ?? found[3] ?? '';
  if (name === 'IFS') return ' ';
  const value = state.variables.get(name);
  if (value !== undefined) return value;
  if (name === '') return '';
  // A guard such as ${DIR:?} makes an empty variable harmless: it is kept in the name.
  return /^[a-z_]\w*$/.test(name) && found[1] !== undefined && !found[2] ? '' : `$${name}${found[2] ?? ''}`;
}
