/** The shapes of the messages between the desk and an inspector process, as schemas. */
import { MANIFEST_LIMITS } from '../../shared/limits.ts';
import { PROBLEM_CODES } from '../../shared/models.ts';
import { RULE_IDS } from '../../shared/rules.ts';
import type { DeskMessage, InspectorMessage } from './protocol.ts';

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
      // Its length is looked at by `readAnswer`: counting characters takes longer than reading them.
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
