/** Members of JSON and YAML that grant or raise authority, or ask for execution (format F8). The names are the format pack's. */
import { createScanner } from 'jsonc-parser';
import { NameList } from '../../format/name-list.ts';
import { memberKey } from '../../format/token.ts';
import type { Sighting } from '../sighting.ts';

/** The part of the format pack that this needs. */
export interface MemberNames {
  readonly authorityMembers: ReadonlySet<string>;
  readonly runtimeMembers: ReadonlySet<string>;
  /** Values that say "no". */
  readonly members: { readonly denials: readonly string[] };
}

/** jsonc-parser's SyntaxKind: an ambient const enum, which a type-stripping runtime cannot import. */
const KIND = {
  open: 1,
  close: 2,
  openList: 3,
  closeList: 4,
  comma: 5,
  colon: 6,
  nil: 7,
  yes: 8,
  no: 9,
  string: 10,
  number: 11,
  end: 17,
} as const;

interface Frame {
  /** Name of the member whose value this is. */
  readonly key: string;
  readonly list: boolean;
  /** The member that is judged by the leaves below it. */
  readonly judged: Judged | null;
  index: number;
  pending: { readonly name: string; readonly from: number; readonly to: number } | null;
}

interface Judged {
  readonly rule: 'security/authority-field' | 'security/runtime-request';
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly pointer: string;
  grants: boolean;
  value: string;
}

/** Names that are also innocent data words: only an outright yes counts. */
const AMBIGUOUS: ReadonlySet<string> = new Set([
  'root',
  'admin',
  'runtime',
  'executable',
  'execution',
  'permission',
  'grant',
  'trusted',
]);
const YES: ReadonlySet<string> = new Set([
  'true',
  'yes',
  'on',
  'all',
  'full',
  'allow',
  'allowed',
  'enabled',
  'granted',
  'any',
  '*',
  'unrestricted',
  'required',
  'high',
  'root',
  'admin',
  'always',
]);
/** Parents under which names are described, not set: JSON Schema and examples. */
const DESCRIBING: ReadonlySet<string> = new Set([
  'properties',
  '$defs',
  'definitions',
  'patternproperties',
  'required',
  'enum',
  'denied',
  'deny',
  'deniedcapabilities',
  'forbidden',
  'blocked',
  'never',
  'outofscope',
  'supportboundary',
]);

/** Judges every member of a JSON text. Linear and without recursion; what is no JSON ends the look, `manifest/json` says why. */
export function jsonMembers(text: string, names: MemberNames): Sighting[] {
  if (!listOf(names).mayStandIn(text)) return [];
  const denials = new Set(names.members.denials.map((denial) => denial.toLowerCase()));
  const scanner = createScanner(text, true);
  const stack: Frame[] = [];
  const found: Judged[] = [];
  for (let kind: number = scanner.scan(); kind !== KIND.end; kind = scanner.scan()) {
    const top = stack[stack.length - 1];
    const from = scanner.getTokenOffset();
    const to = from + scanner.getTokenLength();
    if (kind === KIND.close || kind === KIND.closeList) {
      stack.pop();
    } else if (kind === KIND.comma) {
      if (top) top.index += 1;
    } else if (kind === KIND.string && top && !top.list && !top.pending) {
      top.pending = { name: scanner.getTokenValue(), from, to };
    } else if (kind !== KIND.colon) {
      const judged = judgeMember(stack, names, found);
      if (kind === KIND.open || kind === KIND.openList) {
        const key = top?.pending?.name ?? top?.key ?? '';
        if (top) top.pending = null;
        stack.push({ key, list: kind === KIND.openList, judged, index: 0, pending: null });
      } else {
        if (judged) weigh(judged, scanner.getTokenValue(), kind, denials, top?.pending?.name ?? '');
        if (top) top.pending = null;
      }
    }
  }
  return found.filter((judged) => judged.grants).map(toSighting);
}

/** Made once for a pack. */
const LISTS = new WeakMap<MemberNames, NameList>();

function listOf(names: MemberNames): NameList {
  const list = LISTS.get(names) ?? new NameList(names.runtimeMembers.union(names.authorityMembers));
  LISTS.set(names, list);
  return list;
}

/** The member that the coming value belongs to, when it or one around it is on the list. */
function judgeMember(stack: readonly Frame[], names: MemberNames, found: Judged[]): Judged | null {
  const top = stack[stack.length - 1];
  if (!top) return null;
  if (!top.pending || top.judged) return top.judged;
  const key = memberKey(top.pending.name);
  const rule = names.runtimeMembers.has(key)
    ? 'security/runtime-request'
    : names.authorityMembers.has(key)
      ? 'security/authority-field'
      : null;
  if (rule === null || stack.some((frame) => DESCRIBING.has(memberKey(frame.key)))) return null;
  const { name, from, to } = top.pending;
  const judged: Judged = { rule, name, from, to, pointer: pointerOf(stack), grants: false, value: '' };
  found.push(judged);
  return judged;
}

/** A leaf that says "no", or names itself among what is denied, grants nothing. */
function weigh(judged: Judged, value: string, kind: number, denials: ReadonlySet<string>, leaf: string): void {
  if (kind === KIND.nil || kind === KIND.no) return;
  if (kind === KIND.number && Number(value) === 0) return;
  const plain = kind === KIND.yes ? 'true' : value.trim();
  const key = plain.toLowerCase();
  if (
    plain === '' ||
    denials.has(key) ||
    /^(?:no|none|never|not|denied|deny|off|false|disabled|forbidden|n\/a)\b/i.test(plain)
  )
    return;
  if (/^(?:denied|deny|forbidden|blocked|note|notes|description|comment|reason|never)$/i.test(leaf)) return;
  const ambiguous = AMBIGUOUS.has(memberKey(judged.name)) && leaf === judged.name;
  if (ambiguous && !YES.has(key)) return;
  judged.grants = true;
  if (judged.value === '') judged.value = plain.slice(0, 80);
}

function pointerOf(stack: readonly Frame[]): string {
  const escaped = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1');
  return stack
    .map((frame) => `/${frame.list ? frame.index : escaped(frame.pending?.name ?? childKey(stack, frame))}`)
    .join('');
}

/** The name under which the frame above was opened. */
function childKey(stack: readonly Frame[], frame: Frame): string {
  return stack[stack.indexOf(frame) + 1]?.key ?? '';
}

function toSighting({ rule, name, from, to, pointer, value }: Judged): Sighting {
  const detail = { member: name.slice(0, 80), value, pointer };
  return { rule, from, to, detail: rule === 'security/runtime-request' ? { ...detail, variant: 'member' } : detail };
}

const YAML_MEMBER = /^([ \t]*)(?:-[ \t]+)?["']?([A-Za-z][\w .-]{0,60}?)["']?[ \t]*:(?:[ \t]+([^\n]*))?$/;

/** Judges the members of YAML lines: a block below a member belongs to it as far as it is indented deeper. */
export function yamlMembers(text: string, from: number, to: number, names: MemberNames): Sighting[] {
  const denials = new Set(names.members.denials.map((denial) => denial.toLowerCase()));
  const found: Judged[] = [];
  let open: { readonly judged: Judged; readonly indent: number } | null = null;
  let at = from;
  for (const line of text.slice(from, to).split('\n')) {
    const lineFrom = at;
    at += line.length + 1;
    const bare = line.replace(/\r$/, '').replace(/\s#.*$/, '');
    if (bare.trim() === '') continue;
    const indent = bare.length - bare.trimStart().length;
    if (open && indent <= open.indent && !/^\s*-/.test(bare)) open = null;
    const member = YAML_MEMBER.exec(bare);
    if (open) {
      const leaf = (member?.[3] ?? bare.replace(/^\s*-\s*/, '')).trim();
      if (leaf !== '') weighText(open.judged, leaf, denials, member?.[2] ?? open.judged.name);
      continue;
    }
    if (!member) continue;
    const name = member[2] as string;
    const key = memberKey(name);
    const rule = names.runtimeMembers.has(key)
      ? 'security/runtime-request'
      : names.authorityMembers.has(key)
        ? 'security/authority-field'
        : null;
    if (rule === null) continue;
    const nameFrom = lineFrom + line.indexOf(name);
    const judged: Judged = {
      rule,
      name,
      from: nameFrom,
      to: nameFrom + name.length,
      pointer: '',
      grants: false,
      value: '',
    };
    found.push(judged);
    const value = (member[3] ?? '').trim();
    if (value === '' || value === '|' || value === '>') open = { judged, indent };
    else weighText(judged, value, denials, name);
  }
  return found.filter((judged) => judged.grants).map(toSighting);
}

function weighText(judged: Judged, raw: string, denials: ReadonlySet<string>, leaf: string): void {
  const value = raw.replace(/^["']|["']$/g, '');
  if (value === '[]' || value === '{}' || value === 'null' || value === '~') return;
  const kind =
    value === 'true' ? KIND.yes : value === 'false' ? KIND.no : /^\d+$/.test(value) ? KIND.number : KIND.string;
  weigh(judged, value, kind, denials, leaf);
}
