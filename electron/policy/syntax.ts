/** Reads the text of a policy file into a syntax tree, with every fault at its line and column. */
import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser';

/** A fault of the file. `reason` is the key of its sentence in the locales, under `broken`. */
export interface PolicyFault {
  readonly reason: PolicyFaultReason;
  /** Position in UTF-16 code units of the text. */
  readonly offset: number;
  /** JSON pointer of the member, empty for the file. */
  readonly pointer: string;
  readonly values: Readonly<Record<string, string | number>>;
}

export type PolicyFaultReason =
  | 'empty'
  | 'encoding'
  | 'size'
  | 'depth'
  | 'syntax'
  | 'comma'
  | 'colon'
  | 'close-brace'
  | 'close-bracket'
  | 'name-expected'
  | 'value-expected'
  | 'after-end'
  | 'open-string'
  | 'open-comment'
  | 'escape'
  | 'duplicate-key'
  | 'denied-capability'
  | 'unknown-member'
  | 'type'
  | 'choice'
  | 'minimum'
  | 'maximum'
  | 'duplicate-item'
  | 'empty-name'
  | 'too-long'
  | 'too-many';

/** A policy is written by people: a file beyond this is not one. UTF-16 code units; the contract's own limit. */
export const POLICY_TEXT_LIMIT = 1_000_000;
/** The schema is three levels deep. A parser that recurses must not be driven further by an odd file. */
const DEPTH_LIMIT = 16;

// Values of jsonc-parser's ambient constant enums, which type stripping cannot inline.
const OPENING = new Set([1, 3]);
const CLOSING = new Set([2, 4]);
const END_OF_FILE = 17;
const REASON_BY_CODE: Readonly<Record<number, PolicyFaultReason>> = {
  3: 'name-expected',
  4: 'value-expected',
  5: 'colon',
  6: 'comma',
  7: 'close-brace',
  8: 'close-bracket',
  9: 'after-end',
  11: 'open-comment',
  12: 'open-string',
  14: 'escape',
  15: 'escape',
};

export type Syntax =
  | { readonly ok: true; readonly root: Node }
  | { readonly ok: false; readonly faults: readonly PolicyFault[] };

/** Parses JSON with comments. Trailing commas, duplicate keys and text after the end are faults. */
export function parseSyntax(text: string): Syntax {
  if (text.length > POLICY_TEXT_LIMIT) return broken([fault('size', 0, '', { limit: POLICY_TEXT_LIMIT })]);
  const deep = tooDeep(text);
  if (deep !== null) return broken([fault('depth', deep, '', { limit: DEPTH_LIMIT })]);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: false, allowTrailingComma: false });
  if (!root) return broken([fault('empty', 0)]);
  if (errors.length > 0) {
    return broken(errors.map(({ error, offset }) => fault(REASON_BY_CODE[error as number] ?? 'syntax', offset)));
  }
  const twice = duplicateKeys(root, '');
  return twice.length > 0 ? broken(twice) : { ok: true, root };
}

export function fault(
  reason: PolicyFaultReason,
  offset: number,
  pointer = '',
  values: PolicyFault['values'] = {},
): PolicyFault {
  return { reason, offset, pointer, values };
}

/** 1-based line and column (UTF-16 code units) of an offset. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  const end = Math.min(offset, text.length);
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) {
      line += 1;
      start = at + 1;
    }
  }
  return { line, column: end - start + 1 };
}

/** One member of a JSON pointer (RFC 6901), escaped. */
export function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function broken(faults: readonly PolicyFault[]): Syntax {
  return { ok: false, faults };
}

/** Offset of the bracket that goes too deep, or null. */
function tooDeep(text: string): number | null {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== END_OF_FILE; token = scanner.scan()) {
    if (OPENING.has(token)) {
      depth += 1;
      if (depth > DEPTH_LIMIT) return scanner.getTokenOffset();
    } else if (CLOSING.has(token)) {
      depth -= 1;
    }
  }
  return null;
}

function duplicateKeys(node: Node, pointer: string): readonly PolicyFault[] {
  const faults: PolicyFault[] = [];
  const seen = new Set<string>();
  (node.children ?? []).forEach((child, index) => {
    if (child.type !== 'property') {
      faults.push(...duplicateKeys(child, `${pointer}/${index}`));
      return;
    }
    const [key, value] = child.children ?? [];
    if (!key) return;
    const name = String(key.value);
    const place = `${pointer}/${pointerToken(name)}`;
    if (seen.has(name)) faults.push(fault('duplicate-key', key.offset, place, { member: name }));
    seen.add(name);
    if (value) faults.push(...duplicateKeys(value, place));
  });
  return faults;
}
