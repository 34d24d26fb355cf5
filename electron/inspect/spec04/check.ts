/** Judges one SPEC-04 message: its text, the published schema, the rules across its members, its checksum (format F11). Pure. */
import { isUtf8 } from 'node:buffer';
import { compareFindings, type Finding, finding } from '../../../shared/findings.ts';
import type { HandoffMessage } from '../../../shared/handoff.ts';
import { FindingList } from '../manifest/finding-list.ts';
import { type JsonOddity, parseJsonTree } from '../manifest/json-tree.ts';
import { checkAnchors, checkMutation } from './anchors.ts';
import { checkChecksum } from './checksum.ts';
import { checkComplete, checkFinalScan } from './completeness.ts';
import { type Fault, fault } from './fault.ts';
import { locateAll, placeAt } from './locate.ts';
import { type Members, objectAt } from './members.ts';
import { checkOutcomes } from './outcomes.ts';
import { checkPaths } from './paths.ts';
import { SCHEMA_PATCHES, schemaFaults } from './schema.ts';

/** A message tells about files that people read one by one: beyond this it is not a message. Bytes, and containers inside one another. */
export const MESSAGE_LIMITS = { bytes: 4 * 1024 * 1024, depth: 32 } as const;

/** Where the message is, and when it is read. */
export interface MessagePlace {
  /** Path in the package, or name of the file as given: every finding carries it. */
  readonly path: string;
  /** UTC in ISO 8601. Without it `spec04/expired` is not judged: an inspection has no clock. */
  readonly nowUtc?: string;
}

export interface CheckedMessage {
  /** Null when the bytes are no JSON, or the schema does not pass: then no member can be relied on. */
  readonly message: HandoffMessage | null;
  /** The parsed object, whatever its shape; null when there is none. Its members are claims of an unknown kind. */
  readonly value: Members | null;
  /** Ordered by `compareFindings`. */
  readonly findings: readonly Finding[];
}

/** What is said of a message that is not even read: its size in bytes is over the limit. */
export function tooLargeMessage(sizeBytes: number, { path }: MessagePlace): CheckedMessage {
  const detail = { variant: 'size', actual: sizeBytes, limit: MESSAGE_LIMITS.bytes };
  return { message: null, value: null, findings: [finding('spec04/schema', { path }, detail)] };
}

/** Checks the bytes of a message. Never throws for what they contain. */
export function checkMessage(bytes: Buffer, place: MessagePlace): CheckedMessage {
  const unread = (detail: Finding['detail'], at = {}): CheckedMessage => ({
    message: null,
    value: null,
    findings: [finding('spec04/schema', { path: place.path, ...at }, detail)],
  });
  if (bytes.length > MESSAGE_LIMITS.bytes) return tooLargeMessage(bytes.length, place);
  if (!isUtf8(bytes)) return unread({ variant: 'encoding' });
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = bytes.toString('utf8', marked ? 3 : 0);
  const tree = parseJsonTree(text, MESSAGE_LIMITS.depth);
  if (!tree.ok) {
    const { offset, reason } = tree.fault;
    const found = text.slice(offset, offset + 20).toWellFormed();
    const at = placeAt(text, offset);
    return reason === 'depth'
      ? unread({ variant: 'depth', limit: MESSAGE_LIMITS.depth }, at)
      : unread(found === '' ? { variant: 'json-end' } : { variant: 'json', found }, at);
  }
  if (typeof tree.value !== 'object' || tree.value === null || Array.isArray(tree.value)) {
    return unread({ variant: 'not-object' }, placeAt(text, tree.rootOffset));
  }
  return judge(tree.value as Members, text, tree.oddities, place);
}

function judge(value: Members, text: string, oddities: readonly JsonOddity[], place: MessagePlace): CheckedMessage {
  const schema = schemaFaults(value);
  const faults: Fault[] = [
    ...schema.map(({ pointer, detail }) => fault('spec04/schema', pointer, detail)),
    ...checkOutcomes(value),
    ...checkFinalScan(value),
    ...checkComplete(value),
    ...checkAnchors(value),
    ...checkMutation(value),
    ...checkPaths(value),
    // Of a text that can be read in two ways no checksum can be told.
    ...(oddities.length === 0 ? checkChecksum(value) : []),
    ...expired(value, place.nowUtc),
    fault('spec04/schema-patched', '', { pointers: [...SCHEMA_PATCHES] }),
  ];
  const findings = new FindingList(place.path);
  for (const { kind, pointer, offset, key } of oddities) {
    findings.add('spec04/schema', { pointer, ...placeAt(text, offset) }, { variant: kind, member: key });
  }
  const places = locateAll(text, new Set(faults.map(({ pointer }) => pointer)));
  for (const { rule, pointer, detail } of faults) findings.add(rule, { pointer, ...places.get(pointer) }, detail);
  const passes = schema.length === 0 && oddities.length === 0;
  return {
    message: passes ? (value as unknown as HandoffMessage) : null,
    value,
    findings: [...findings.all()].sort(compareFindings),
  };
}

function expired(message: Members, nowUtc: string | undefined): readonly Fault[] {
  const { expires_at: expires } = objectAt(message, 'delivery');
  if (nowUtc === undefined || typeof expires !== 'string') return [];
  // What is no instant is the schema's to refuse; a comparison with it holds never.
  if (!(Date.parse(expires) < Date.parse(nowUtc))) return [];
  return [fault('spec04/expired', '/delivery/expires_at', { actual: expires.slice(0, 40) })];
}
