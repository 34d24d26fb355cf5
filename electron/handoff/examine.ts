/** What the private copy of a handed-over file is, and what the scans find in it. Blocked kinds are not looked into. */
import { type Finding, finding } from '../../shared/findings.ts';
import type { HandoffContent } from '../../shared/handoff.ts';
import type { FormatPack } from '../inspect/format/pack.ts';
import { knownMedia } from '../inspect/format/signatures.ts';
import { checkType } from '../inspect/format/types.ts';
import type { PackageFile } from '../inspect/package.ts';
import { decodeText } from '../inspect/scan/decode.ts';
import { createScanner } from '../inspect/scan/scan.ts';
import { checkMessage } from '../inspect/spec04/check.ts';
import { isHandoffMessage } from '../inspect/spec04/find.ts';
import { blockedBy, extensionOf } from './blocked.ts';

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
  readonly sha256: string;
  readonly pack: FormatPack;
  /** UTC in ISO 8601, for a message that may have expired. */
  readonly nowUtc: string;
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
 * @param bytes all of it, or its beginning when `whole` is false: then nothing is scanned, and a finding says so
 */
export async function examine(bytes: Buffer, whole: boolean, file: ToExamine): Promise<Examined> {
  const { path, name, sha256, pack, nowUtc } = file;
  // A package is proven and unpacked by its own inspection, in its own process.
  if (extensionOf(name) === 'uaix') {
    return { content: 'package', mediaType: 'application/zip', blockedBy: null, lines: null, findings: [] };
  }
  const blocked = blockedBy(name, bytes);
  if (blocked !== null) {
    const rule = blocked.startsWith('archive ') ? 'type/archive' : 'type/executable';
    const findings = [finding(rule, { path }, { found: blocked.slice(blocked.indexOf(' ') + 1) })];
    return { content: 'blocked', mediaType: 'application/octet-stream', blockedBy: blocked, lines: null, findings };
  }
  const media = knownMedia(bytes);
  const text = media === null && whole ? decodeText(bytes) : null;
  const asFile: PackageFile = { path, bytes, sha256, declared: null, text };
  const scanned = whole
    ? [
        ...(await checkType(asFile, pack, [])),
        ...(await createScanner(pack).file(asFile, { scopes: [], isManifest: false })),
      ]
    : [finding('security/scan-limit', { path }, { variant: 'size' })];
  if (text === null) {
    const content = media?.startsWith('image/') ? 'image' : 'binary';
    return { content, mediaType: media ?? 'application/octet-stream', blockedBy: null, lines: null, findings: scanned };
  }
  const isMessage = text.encoding === 'utf-8' && isHandoffMessage(text.text);
  const message = isMessage ? checkMessage(bytes, { path, nowUtc }).findings : [];
  return {
    content: isMessage ? 'message' : 'text',
    mediaType: TEXT_TYPES[extensionOf(name)] ?? 'text/plain',
    blockedBy: null,
    lines: linesOf(text.text),
    findings: [...scanned, ...message],
  };
}

/** Lines of a text; a line end at the very end begins no further one. */
function linesOf(text: string): number {
  if (text === '') return 0;
  const ends = text.match(/\r\n|\n|\r/g)?.length ?? 0;
  return /[\r\n]$/.test(text) ? ends : ends + 1;
}
