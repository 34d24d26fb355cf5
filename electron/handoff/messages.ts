/** Messages kept as evidence: those of this desk, and those that other desks sent. */
import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { verdictOf } from '../../shared/findings.ts';
import type { HandoffMessage, HandoffMessageRow, HandoffMessageView } from '../../shared/handoff.ts';
import { appendEvent } from '../database/events.ts';
import type { DeskDatabase } from '../database/open.ts';
import { type Files, systemFiles } from '../files.ts';
import { type CheckedMessage, checkMessage, MESSAGE_LIMITS, tooLargeMessage } from '../inspect/spec04/check.ts';
import { ProblemError } from '../problem.ts';
import { digestBytes } from '../quarantine/digest.ts';
import type { HandoffContext } from './context.ts';
import { timelineOf } from './timeline.ts';

export interface ReadMessage {
  readonly checked: CheckedMessage;
  /** Empty when it is too large to be read. */
  readonly bytes: Buffer;
}

/**
 * Reads and checks a message file.
 * @param nowUtc UTC in ISO 8601: a message that is older than it says is `spec04/expired`
 * @throws ProblemError source-missing, source-folder, source-special, source-unreadable
 */
export function readMessageFile(path: string, name: string, nowUtc: string, files: Files = systemFiles): ReadMessage {
  const found = statOf(path);
  const place = { path: name, nowUtc };
  if (found.size > MESSAGE_LIMITS.bytes) return { checked: tooLargeMessage(found.size, place), bytes: Buffer.alloc(0) };
  try {
    const bytes = files.readAll(path);
    return { checked: checkMessage(bytes, place), bytes };
  } catch (thrown) {
    throw new ProblemError('source-unreadable', { path, system: codeOf(thrown) }, thrown);
  }
}

function statOf(path: string): { readonly size: number } {
  let found: ReturnType<typeof lstatSync>;
  try {
    found = lstatSync(path, { throwIfNoEntry: false });
  } catch (thrown) {
    throw new ProblemError('source-unreadable', { path, system: codeOf(thrown) }, thrown);
  }
  if (!found) throw new ProblemError('source-missing', { path });
  if (found.isDirectory()) throw new ProblemError('source-folder', { path });
  if (!found.isFile())
    throw new ProblemError('source-special', { path, kind: found.isSymbolicLink() ? 'link' : 'special' });
  return found;
}

function codeOf(thrown: unknown): string {
  return String((thrown as NodeJS.ErrnoException).code ?? 'UNKNOWN');
}

interface MessageRow {
  readonly sha256: string;
  readonly message_id: string;
  readonly origin: HandoffMessageRow['origin'];
  readonly kept_utc: string;
  readonly created_utc: string;
  readonly files: number;
  readonly complete: number;
  readonly text: string;
}

/** Keeps a message; the very same one is kept once. Call inside a transaction. @returns false when it was here */
export function keepMessage(
  db: DeskDatabase,
  message: HandoffMessage,
  text: string,
  origin: HandoffMessageRow['origin'],
): boolean {
  const { changes } = db
    .prepared<[string, string, string, string, string, number, number, string]>(
      `INSERT INTO handoff_messages (sha256, message_id, origin, kept_utc, created_utc, files, complete, text)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (sha256) DO NOTHING`,
    )
    .run(
      digestBytes(text),
      message.message_id,
      origin,
      db.clock.now(),
      message.body.createdUtc,
      message.body.fileManifest.length,
      message.body.intakeComplete ? 1 : 0,
      text,
    );
  return changes === 1;
}

/** Kept messages, newest first. */
export function listMessages(db: DeskDatabase): readonly HandoffMessageRow[] {
  return db
    .prepared<[], MessageRow>(
      'SELECT sha256, message_id, origin, kept_utc, created_utc, files, complete FROM handoff_messages ORDER BY kept_utc DESC, sha256',
    )
    .all()
    .map((row) => ({
      messageId: row.message_id,
      origin: row.origin,
      sha256: row.sha256,
      keptUtc: row.kept_utc,
      createdUtc: row.created_utc,
      files: row.files,
      complete: row.complete === 1,
    }));
}

/**
 * A kept message, judged again by the rules of today.
 * @param name its id, the id of its handoff, or the beginning of its SHA-256
 * @throws ProblemError not-found, ambiguous
 */
export function readMessage(db: DeskDatabase, name: string): HandoffMessageView {
  const isPrefix = /^[0-9a-f]{4,64}$/.test(name);
  const rows = db
    .prepared<[string, string, string, string], MessageRow>(
      `SELECT * FROM handoff_messages WHERE message_id = ? OR message_id = ? OR (sha256 >= ? AND sha256 < ?) ORDER BY kept_utc DESC LIMIT 2`,
    )
    .all(name, `msg_${name}`, isPrefix ? name : '', isPrefix ? `${name}g` : '');
  const [row, other] = rows;
  if (!row) throw new ProblemError('not-found', { what: name });
  if (other) throw new ProblemError('ambiguous', { what: name, number: 2 });
  const bytes = Buffer.from(row.text);
  const checked = checkMessage(bytes, { path: `${row.message_id}.json`, nowUtc: db.clock.now() });
  return viewOf(checked, row.text, `${row.message_id}.json`, row.origin);
}

/** A checked message as the window and the command line show it. */
export function viewOf(
  checked: CheckedMessage,
  text: string,
  name: string,
  origin: HandoffMessageView['origin'],
): HandoffMessageView {
  const { message, findings } = checked;
  return {
    name,
    messageId: message?.message_id ?? null,
    origin,
    createdUtc: message?.body.createdUtc ?? null,
    findings,
    timeline: message === null ? [] : timelineOf(message),
    text,
  };
}

/**
 * Takes a message of another desk in as evidence. It is evidence of what that desk says, and nothing more.
 * @throws ProblemError handoff-refused (not-a-message) when a rule refuses it; source-missing, …
 */
export function receiveMessage({ db, actor }: HandoffContext, path: string): HandoffMessageView {
  const name = basename(path);
  const { checked, bytes } = readMessageFile(path, name, db.clock.now(), db.files);
  const { message } = checked;
  if (message === null || verdictOf(checked.findings) === 'no_op') {
    throw new ProblemError('handoff-refused', { variant: 'not-a-message', what: name });
  }
  const text = bytes.toString('utf8');
  db.transaction(() => {
    if (!keepMessage(db, message, text, 'received')) return;
    const data = { act: 'received', messageId: message.message_id, sha256: digestBytes(text), name };
    appendEvent(db, { kind: 'handoff.recorded', actor, subject: message.message_id, data, utc: db.clock.now() });
  });
  return viewOf(checked, text, name, 'received');
}
