/** Text of a policy file → policy in force, or where and why it is broken. Pure: no file, no clock. */
import type { ErrorObject } from 'ajv';
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import { DENIED_CAPABILITIES, type Policy, type Problem } from '../../shared/models.ts';
import { faultSentence } from './broken.ts';
import { effectivePolicy, policyDigest, type WrittenPolicy } from './default.ts';
import { fault, lineAndColumn, type PolicyFault, parseSyntax, pointerToken } from './syntax.ts';
import { VALIDATORS } from './validators.ts';

/** What became of a text. `problems` is empty exactly when `policy` is there; its first one is the first in the file. */
export type ParsedPolicy =
  | { readonly policy: Policy; readonly sha256: string; readonly problems: readonly [] }
  | { readonly policy: null; readonly sha256: null; readonly problems: readonly [Problem, ...Problem[]] };

/** More faults than these help nobody to mend a file. */
const FAULTS_SHOWN = 20;

/**
 * Parses and checks a policy. Every problem is `policy-broken` with the values `line`, `column`, `pointer`, `reason` (key of the
 * sentence, under `policy:broken`) and `message` (that sentence in English), besides those of the reason itself.
 */
export function parsePolicy(given: string): ParsedPolicy {
  // Editors of some systems put a byte order mark in front; it changes nothing.
  const text = given.startsWith('\uFEFF') ? given.slice(1) : given;
  const syntax = parseSyntax(text);
  if (!syntax.ok) return refuse(text, syntax.faults);
  const denied = deniedCapabilities(syntax.root, '');
  if (denied.length > 0) return refuse(text, denied);
  const value: unknown = getNodeValue(syntax.root);
  const validate = VALIDATORS.of('policy');
  if (!validate(value))
    return refuse(
      text,
      (validate.errors ?? []).flatMap((e) => schemaFaults(syntax.root, e)),
    );
  const policy = effectivePolicy(value as WrittenPolicy);
  return { policy, sha256: policyDigest(policy), problems: [] };
}

function refuse(text: string, faults: readonly PolicyFault[]): ParsedPolicy {
  // At one place the first complaint says it; the parser often adds a second one to the same character.
  const ordered = faults
    .toSorted((a, b) => a.offset - b.offset)
    .filter((found, at, all) => found.offset !== all[at - 1]?.offset)
    .slice(0, FAULTS_SHOWN);
  const [first, ...rest] = ordered.map((f) => problemOfFault(text, f));
  if (!first) throw new TypeError('a refused policy has a fault');
  return { policy: null, sha256: null, problems: [first, ...rest] };
}

/** The located problem of one fault. */
export function problemOfFault(text: string, { reason, offset, pointer, values }: PolicyFault): Problem {
  const place = lineAndColumn(text, offset);
  const all = { ...values, ...place, pointer };
  return { code: 'policy-broken', values: { ...all, reason, message: faultSentence(reason, all) } };
}

/** `policyOverride`, `policy_override` and `POLICY-OVERRIDE` are one name. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

const DENIED_PLAIN: ReadonlySet<string> = new Set([...DENIED_CAPABILITIES, 'capabilities'].map(plainName));

/** Members that name a denied capability, at any depth: a constant of the program is not a setting, not even to repeat the denial. */
function deniedCapabilities(node: Node, pointer: string): readonly PolicyFault[] {
  const faults: PolicyFault[] = [];
  (node.children ?? []).forEach((child, index) => {
    if (child.type !== 'property') {
      faults.push(...deniedCapabilities(child, `${pointer}/${index}`));
      return;
    }
    const [key, value] = child.children ?? [];
    if (!key) return;
    const name = String(key.value);
    const place = `${pointer}/${pointerToken(name)}`;
    if (DENIED_PLAIN.has(plainName(name))) faults.push(fault('denied-capability', key.offset, place, { member: name }));
    if (value) faults.push(...deniedCapabilities(value, place));
  });
  return faults;
}

/** One fault for one complaint of the schema. */
function schemaFaults(root: Node, complaint: ErrorObject): readonly PolicyFault[] {
  const pointer = complaint.instancePath;
  const node = nodeAt(root, pointer);
  const offset = node?.offset ?? root.offset;
  const member = memberName(pointer);
  const params = complaint.params as Readonly<Record<string, unknown>>;
  switch (complaint.keyword) {
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      const place = `${pointer}/${pointerToken(name)}`;
      const key = nodeAt(root, place)?.parent?.children?.[0];
      return [fault('unknown-member', key?.offset ?? offset, place, { member: name })];
    }
    case 'type':
      return [fault('type', offset, pointer, { member, expected: String(params.type), actual: kindOf(node) })];
    case 'enum':
      return [fault('choice', offset, pointer, { member, expected: list(params.allowedValues), actual: shown(node) })];
    case 'const':
      return [fault('choice', offset, pointer, { member, expected: String(params.allowedValue), actual: shown(node) })];
    case 'minimum':
      return [fault('minimum', offset, pointer, { member, limit: Number(params.limit), actual: shown(node) })];
    case 'maximum':
      return [fault('maximum', offset, pointer, { member, limit: Number(params.limit), actual: shown(node) })];
    case 'uniqueItems': {
      const item = node?.children?.[Math.max(Number(params.i), Number(params.j))];
      return [fault('duplicate-item', item?.offset ?? offset, pointer, { member, actual: shown(item) })];
    }
    case 'maxItems':
      return [fault('too-many', offset, pointer, { member, limit: Number(params.limit) })];
    case 'maxLength':
      return [fault('too-long', offset, pointer, { member, limit: Number(params.limit) })];
    case 'minLength':
    case 'pattern':
      return [fault('empty-name', offset, pointer, { member })];
    default:
      return [fault('syntax', offset, pointer, { member })];
  }
}

function nodeAt(root: Node, pointer: string): Node | undefined {
  const names = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  let node: Node | undefined = root;
  for (const name of names) {
    if (!node) return undefined;
    node = findNodeAtLocation(node, [node.type === 'array' ? Number(name) : name]);
  }
  return node;
}

/** `limits.entries` for `/limits/entries`; the file itself for the empty pointer. */
function memberName(pointer: string): string {
  return pointer === '' ? 'policy.json' : pointer.slice(1).replaceAll('/', '.');
}

function kindOf(node: Node | undefined): string {
  return node?.type ?? 'nothing';
}

/** A value as it stands in the file, short enough for a sentence. */
function shown(node: Node | undefined): string {
  const text = JSON.stringify(node ? getNodeValue(node) : null);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.join(', ') : String(values);
}
