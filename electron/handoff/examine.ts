/** What the private copy of a handed-over file is, and what the inspection finds in it. Blocked kinds are not looked into. */
import { type Finding, finding } from '../../shared/findings.ts';
import type { HandoffContent } from '../../shared/handoff.ts';
import { knownMedia } from '../inspect/format/signatures.ts';
import { blockedBy, extensionOf } from './blocked.ts';
import type { LookedInto } from './isolated.ts';

export interface Examined {
  readonly content: HandoffContent;
  readonly mediaType: string;
  readonly blockedBy: string | null;
  readonly lines: number | null;
  readonly findings: readonly Finding[];
}

export interface ToExamine {
  /** Path by which the message names it; findings carry it. */
  readonly path: string;
  /** Name as the sender gave it: its extension counts. */
  readonly name: string;
  /** UTC in ISO 8601, for a message that may have expired. */
  readonly nowUtc: string;
  /** Looks into the whole bytes, in another process. */
  lookInto(bytes: Buffer): Promise<LookedInto>;
}

const TEXT_TYPES: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  csv: 'text/csv',
  html: 'text/html',
  htm: 'text/html',
  svg: 'image/svg+xml',
};

/**
 * Examines a file.
 * @param bytes all of it, or its beginning when `whole` is false: then nothing is looked into, and a finding says so
 */
export async function examine(bytes: Buffer, whole: boolean, file: ToExamine): Promise<Examined> {
  const { path, name, nowUtc } = file;
  // A package is proven and unpacked by its own inspection.
  if (extensionOf(name) === 'uaix') {
    return { content: 'package', mediaType: 'application/zip', blockedBy: null, lines: null, findings: [] };
  }
  const blocked = blockedBy(name, bytes);
  if (blocked !== null) {
    const rule = blocked.startsWith('archive ') ? 'type/archive' : 'type/executable';
    const findings = [finding(rule, { path }, { found: blocked.slice(blocked.indexOf(' ') + 1) })];
    return { content: 'blocked', mediaType: 'application/octet-stream', blockedBy: blocked, lines: null, findings };
  }
  const { kind, findings } = whole
    ? await file.lookInto(bytes)
    : { kind: 'binary' as const, findings: [finding('security/scan-limit', { path }, { variant: 'size' })] };
  const media = knownMedia(bytes) ?? 'application/octet-stream';
  if (kind !== 'text') return { content: kind, mediaType: media, blockedBy: null, lines: null, findings };
  const isMessage = findings.some(({ rule }) => rule.startsWith('spec04/'));
  return {
    content: isMessage ? 'message' : 'text',
    mediaType: TEXT_TYPES[extensionOf(name)] ?? 'text/plain',
    blockedBy: null,
    lines: linesOf(bytes),
    findings: isMessage ? [...findings, ...expired(bytes, path, nowUtc)] : findings,
  };
}

/** An inspection has no clock; whether a message is out of date is told here. */
function expired(bytes: Buffer, path: string, nowUtc: string): readonly Finding[] {
  const expires = /"expires_at"\s*:\s*"([0-9TZ:-]{1,40})"/.exec(bytes.toString('latin1'))?.[1];
  if (expires === undefined || !(Date.parse(expires) < Date.parse(nowUtc))) return [];
  return [finding('spec04/expired', { path, pointer: '/delivery/expires_at' }, { actual: expires })];
}

/** Lines of a text in an encoding of bytes; a line end at the very end begins no further one. A lone CR ends no line here. */
function linesOf(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) lines += 1;
  return bytes.length === 0 || bytes.at(-1) === 0x0a ? lines : lines + 1;
}
