/** The messages between the desk and an inspector process, and their checks: neither side believes the other. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Finding } from '../../shared/findings.ts';
import type { Limits } from '../../shared/limits.ts';
import { MANIFEST_LIMITS } from '../../shared/limits.ts';
import {
  type InspectedFile,
  type InspectionReport,
  PROBLEM_CODES,
  type ProblemCode,
  type TextMark,
} from '../../shared/models.ts';
import { RULE_IDS, RULES } from '../../shared/rules.ts';
import type { JudgedFile } from '../inspect/inspect.ts';
import { nextTurn } from '../turns.ts';

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

type Schema = Readonly<Record<string, unknown>>;

/** The longest strings of a report come from a manifest, which cannot be longer than this. */
const TEXT_UNITS = MANIFEST_LIMITS.bytes;

const text: Schema = { type: 'string', maxLength: TEXT_UNITS };
const nullableText: Schema = { anyOf: [text, { type: 'null' }] };
const whole: Schema = { type: 'integer', minimum: 0 };
const digest: Schema = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const texts: Schema = { type: 'array', items: text };

/** Rows and marks of one piece, and UTF-16 units of its text: a few milliseconds of the desk. */
export const PIECE = { rows: 250, marks: 2_000, units: 512 * 1024 } as const;
/** Lines found by one request, and characters shown of each. */
const MOST_HITS = 1_000;
const EXCERPT_UNITS = 2_000;
const MOST_SEARCHED = 10_000;

/** A closed object; every member is required unless listed in `optional`. */
function members(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const FINDING = members(
  {
    rule: { enum: RULE_IDS },
    severity: { enum: ['no-op', 'review', 'note'] },
    basis: { enum: ['spec', 'local'] },
    path: text,
    pointer: text,
    line: { type: 'integer', minimum: 1 },
    column: { type: 'integer', minimum: 1 },
    offset: whole,
    detail: {
      type: 'object',
      additionalProperties: {
        anyOf: [text, { type: 'number' }, { type: 'boolean' }, { type: 'null' }, texts],
      },
    },
  },
  ['path', 'pointer', 'line', 'column', 'offset'],
);

const KIND: Schema = { enum: ['text', 'image', 'binary'] };
const FLAG: Schema = { type: 'boolean' };

const FILE = members({
  path: text,
  sizeBytes: whole,
  sha256: digest,
  kind: KIND,
  declared: FLAG,
  mediaType: nullableText,
  role: nullableText,
  requiredStatus: nullableText,
  scope: nullableText,
  reviewState: nullableText,
  source: nullableText,
});

const JUDGED_FILE = members({
  path: text,
  sizeBytes: whole,
  sha256: digest,
  kind: KIND,
  isText: FLAG,
  condemned: FLAG,
});

const CLAIMS = members({
  packageId: text,
  profileId: text,
  title: nullableText,
  issuer: text,
  status: text,
  createdUtc: text,
  scopes: texts,
  entrypoints: texts,
  supportBoundary: text,
  files: whole,
  derivative: { type: 'boolean' },
});

const REPORT = members({
  archiveSha256: digest,
  sizeBytes: whole,
  verdict: { enum: ['no_op', 'review_required'] },
  formatPack: members({ id: text, version: text, sha256: digest }),
  claims: { anyOf: [CLAIMS, { type: 'null' }] },
  files: { type: 'array', items: FILE },
  findings: { type: 'array', items: FINDING },
});

const MARK = members({
  from: whole,
  to: whole,
  kind: {
    enum: ['invisible', 'bidi', 'tag', 'control', 'selector', 'filler', 'private-use', 'unassigned', 'secret'],
  },
  name: text,
  decoded: { anyOf: [{ type: 'string' }, { type: 'null' }] },
});

const HIT = members({
  file: whole,
  line: { type: 'integer', minimum: 1 },
  excerpt: { type: 'string', maxLength: EXCERPT_UNITS },
});

const LIMITS = members({
  archiveBytes: whole,
  entries: whole,
  fileBytes: whole,
  totalBytes: whole,
  ratio: { type: 'number', minimum: 0 },
  ratioFloorBytes: whole,
});

const JUDGED = members({
  type: { const: 'judged' },
  job: whole,
  files: { type: 'array', items: JUDGED_FILE, maxItems: PIECE.rows },
  unreadable: { type: 'array', items: text, maxItems: PIECE.rows },
  findings: { type: 'array', items: FINDING, maxItems: PIECE.rows },
});

export const ANSWERS: Readonly<Record<InspectorMessage['type'], Schema>> = {
  ready: members({ type: { const: 'ready' }, confined: { type: 'boolean' } }),
  progress: members({ type: { const: 'progress' }, job: whole, done: whole, total: whole }),
  piece: members(
    {
      type: { const: 'piece' },
      job: whole,
      // Its length is looked at below: counting characters takes longer than reading them.
      text: { type: 'string' },
      marks: { type: 'array', items: MARK, maxItems: PIECE.marks },
      files: { type: 'array', items: FILE, maxItems: PIECE.rows },
      findings: { type: 'array', items: FINDING, maxItems: PIECE.rows },
    },
    ['text', 'marks', 'files', 'findings'],
  ),
  next: members({ type: { const: 'next' }, job: whole, archiveSha256: digest, batches: whole }),
  judged: JUDGED,
  helped: members({ type: { const: 'helped' }, job: whole }),
  report: members({ type: { const: 'report' }, job: whole, report: REPORT }),
  text: members({
    type: { const: 'text' },
    job: whole,
    isText: { type: 'boolean' },
    encoding: { enum: ['utf-16le', 'utf-16be', 'latin1', null] },
  }),
  hits: members({ type: { const: 'hits' }, job: whole, hits: { type: 'array', items: HIT, maxItems: MOST_HITS } }),
  failed: members({
    type: { const: 'failed' },
    job: whole,
    code: { enum: PROBLEM_CODES },
    values: { type: 'object', additionalProperties: { anyOf: [text, { type: 'number' }] } },
  }),
};

export const REQUESTS: Readonly<Record<DeskMessage['type'], Schema>> = {
  inspect: members({
    type: { const: 'inspect' },
    job: whole,
    archivePath: text,
    fileName: text,
    stagingFolder: nullableText,
    limits: LIMITS,
    packId: text,
    part: { enum: ['whole', 'lead', 'help'] },
  }),
  batch: members({ type: { const: 'batch' }, job: whole, batch: { anyOf: [whole, { type: 'null' }] } }),
  judged: JUDGED,
  conclude: members({ type: { const: 'conclude' }, job: whole }),
  read: members({ type: { const: 'read' }, job: whole, path: text, sha256: digest, marks: { type: 'boolean' } }),
  search: members({
    type: { const: 'search' },
    job: whole,
    folder: text,
    files: { type: 'array', items: digest, maxItems: MOST_SEARCHED },
    words: { type: 'string', minLength: 1, maxLength: 400 },
    most: { type: 'integer', minimum: 1, maximum: MOST_HITS },
  }),
};

// That they are schemas is tested (tools/schemas.test.ts), not found out at every start.
const ajv = new Ajv2020({ strict: true, allErrors: false, allowUnionTypes: true, validateSchema: false });
const validators = new Map<Schema, ValidateFunction>();

/** Compiles what is needed, when it is needed: each side reads only one kind of messages. */
function validatorOf(schema: Schema): ValidateFunction {
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  return validate;
}

/** Compiles the checks of answers ahead, one a turn: the first answer of a process finds them ready. */
export async function prepareAnswers(): Promise<void> {
  for (const schema of Object.values(ANSWERS)) {
    validatorOf(schema);
    await nextTurn();
  }
}

function matches(value: unknown, schemas: Readonly<Record<string, Schema>>): boolean {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  if (typeof type !== 'string' || !Object.hasOwn(schemas, type)) return false;
  return validatorOf(schemas[type] as Schema)(value);
}

/** The desk's message when the value is one, else null. */
export function readRequest(value: unknown): DeskMessage | null {
  return matches(value, REQUESTS) ? (value as DeskMessage) : null;
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
  if (!matches(value, ANSWERS)) return null;
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
