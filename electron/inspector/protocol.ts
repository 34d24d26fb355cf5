/** The messages between the desk and an inspector process, and their checks: neither side believes the other. */
import type { Finding } from '../../shared/findings.ts';
import type { Limits } from '../../shared/limits.ts';
import type { InspectedFile, InspectionReport, ProblemCode, TextMark } from '../../shared/models.ts';
import { RULES } from '../../shared/rules.ts';
import type { JudgedFile } from '../inspect/inspect.ts';
import { nextTurn } from '../turns.ts';
import { VALIDATORS as ANSWER_VALIDATORS } from './answer-validators.ts';
import { ANSWERS, PIECE, REQUESTS } from './message-schemas.ts';
import { VALIDATORS as REQUEST_VALIDATORS } from './request-validators.ts';

/** To the process: inspect one archive. `job` comes back in every answer. */
export interface InspectMessage {
  readonly type: 'inspect';
  readonly job: number;
  readonly archivePath: string;
  /** Name as given, without folders. */
  readonly fileName: string;
  /** Where files are unpacked, named by their digests; null when nothing is to be kept. */
  readonly stagingFolder: string | null;
  readonly limits: Limits;
  readonly packId: string;
  /**
   * `whole`: this process does everything. `lead`: it judges batches as they are handed to it, takes what helpers judged, and makes
   * the report. `help`: it judges batches and hands over what it found.
   */
  readonly part: 'whole' | 'lead' | 'help';
}

/** To a process that asked for it: the next batch to judge; null when none is left. */
export interface BatchMessage {
  readonly type: 'batch';
  readonly job: number;
  readonly batch: number | null;
}

/** A piece of what a helper judged: from the helper to the desk, and from the desk to the lead. */
export interface JudgedMessage {
  readonly type: 'judged';
  readonly job: number;
  readonly files: readonly JudgedFile[];
  readonly unreadable: readonly string[];
  readonly findings: readonly Finding[];
}

/** To the lead: the helpers are done, all of what they judged has come. */
export interface ConcludeMessage {
  readonly type: 'conclude';
  readonly job: number;
}

/** To the process: the text of one proven file, as it may be shown. */
export interface ReadMessage {
  readonly type: 'read';
  readonly job: number;
  readonly path: string;
  readonly sha256: string;
  /** False for a text that is only compared: then nothing but its secrets is looked for. */
  readonly marks: boolean;
}

/** To the process: lines that hold these words, in any letter case, with secrets masked. */
export interface SearchMessage {
  readonly type: 'search';
  readonly job: number;
  /** Folder of the package's files, which are named by their digests. */
  readonly folder: string;
  /** Digests of the files, in the order of the answer. */
  readonly files: readonly string[];
  readonly words: string;
  readonly most: number;
}

/** Begins a job. */
export type RequestMessage = InspectMessage | ReadMessage | SearchMessage;

/** Goes on with a job of several processes. */
export type FollowingMessage = BatchMessage | JudgedMessage | ConcludeMessage;

export type DeskMessage = RequestMessage | FollowingMessage;

/** A message to which the number of its job is still to be given. */
export type WithoutJob<M> = M extends unknown ? Omit<M, 'job'> : never;

/** A hit in the file of that index in the request. */
export interface FoundLine {
  readonly file: number;
  /** 1-based. */
  readonly line: number;
  readonly excerpt: string;
}

/** A piece of an answer that is too large for one message: the desk must not stand still while it takes one apart. */
export interface AnswerPiece {
  readonly type: 'piece';
  readonly job: number;
  readonly text?: string;
  readonly marks?: readonly TextMark[];
  readonly files?: readonly InspectedFile[];
  readonly findings?: readonly Finding[];
}

/** From the process. */
export type InspectorMessage =
  | { readonly type: 'ready'; readonly confined: boolean }
  | { readonly type: 'progress'; readonly job: number; readonly done: number; readonly total: number }
  | AnswerPiece
  /** Asks for a batch. Processes that share a job must see the same bytes, divided alike. */
  | { readonly type: 'next'; readonly job: number; readonly archiveSha256: string; readonly batches: number }
  | JudgedMessage
  /** The end of a helper's job. */
  | { readonly type: 'helped'; readonly job: number }
  /** The end of a report: files and findings of the pieces come before those in here. */
  | { readonly type: 'report'; readonly job: number; readonly report: InspectionReport }
  /** The end of a text, all of which came in pieces. */
  | { readonly type: 'text'; readonly job: number; readonly isText: boolean; readonly encoding: string | null }
  | { readonly type: 'hits'; readonly job: number; readonly hits: readonly FoundLine[] }
  | {
      readonly type: 'failed';
      readonly job: number;
      readonly code: ProblemCode;
      readonly values: Readonly<Record<string, string | number>>;
    };

/** Compiles the checks of answers ahead, one a turn: the first answer of a process finds them ready. */
export async function prepareAnswers(): Promise<void> {
  for (const name of Object.keys(ANSWERS) as (keyof typeof ANSWERS)[]) {
    ANSWER_VALIDATORS.of(name);
    await nextTurn();
  }
}

/** The type that the value says it has, when it is one of these. */
function typeOf<T extends string>(value: unknown, types: Readonly<Record<T, unknown>>): T | null {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  return typeof type === 'string' && Object.hasOwn(types, type) ? (type as T) : null;
}

/** The desk's message when the value is one, else null. */
export function readRequest(value: unknown): DeskMessage | null {
  const type = typeOf(value, REQUESTS);
  return type !== null && REQUEST_VALIDATORS.of(type)(value) ? (value as DeskMessage) : null;
}

/** True for what goes on with a job. */
export function isFollowing(message: DeskMessage): message is FollowingMessage {
  return message.type === 'batch' || message.type === 'judged' || message.type === 'conclude';
}

/**
 * The answer when the value is one, else null. A finding must also have a severity that the catalogue allows its rule; whether the
 * verdict follows from all findings is asked when all pieces are there.
 */
export function readAnswer(value: unknown): InspectorMessage | null {
  const type = typeOf(value, ANSWERS);
  if (type === null || !ANSWER_VALIDATORS.of(type)(value)) return null;
  const answer = value as InspectorMessage;
  if (answer.type === 'report') return isCatalogued(answer.report.findings) ? answer : null;
  if (answer.type === 'judged') return isCatalogued(answer.findings) ? answer : null;
  if (answer.type !== 'piece') return answer;
  return (answer.text?.length ?? 0) <= PIECE.units && isCatalogued(answer.findings ?? []) ? answer : null;
}

/** Each finding follows from the catalogue: a process cannot soften it. */
function isCatalogued(findings: readonly Finding[]): boolean {
  return findings.every(({ rule, severity, basis }) => {
    const row: { severity: string; basis: string; also?: readonly string[] } = RULES[rule];
    return row.basis === basis && (row.severity === severity || row.also?.includes(severity) === true);
  });
}

/** The verdict follows from the findings: a process cannot soften that either. */
export function verdictHolds({ findings, verdict }: InspectionReport): boolean {
  return verdict === (findings.some(({ severity }) => severity === 'no-op') ? 'no_op' : 'review_required');
}
