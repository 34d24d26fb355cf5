/** The messages between the desk and an inspector process, and their checks: neither side believes the other. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Limits } from '../../shared/limits.ts';
import { MANIFEST_LIMITS } from '../../shared/limits.ts';
import { type InspectionReport, PROBLEM_CODES, type ProblemCode } from '../../shared/models.ts';
import { RULE_IDS, RULES } from '../../shared/rules.ts';

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
}

/** From the process. */
export type InspectorMessage =
  | { readonly type: 'ready'; readonly confined: boolean }
  | { readonly type: 'progress'; readonly job: number; readonly done: number; readonly total: number }
  | { readonly type: 'report'; readonly job: number; readonly report: InspectionReport }
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

const FILE = members({
  path: text,
  sizeBytes: whole,
  sha256: digest,
  kind: { enum: ['text', 'image', 'binary'] },
  declared: { type: 'boolean' },
  mediaType: nullableText,
  role: nullableText,
  requiredStatus: nullableText,
  scope: nullableText,
  reviewState: nullableText,
  source: nullableText,
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

const LIMITS = members({
  archiveBytes: whole,
  entries: whole,
  fileBytes: whole,
  totalBytes: whole,
  ratio: { type: 'number', minimum: 0 },
  ratioFloorBytes: whole,
});

const ANSWERS: Readonly<Record<InspectorMessage['type'], Schema>> = {
  ready: members({ type: { const: 'ready' }, confined: { type: 'boolean' } }),
  progress: members({ type: { const: 'progress' }, job: whole, done: whole, total: whole }),
  report: members({ type: { const: 'report' }, job: whole, report: REPORT }),
  failed: members({
    type: { const: 'failed' },
    job: whole,
    code: { enum: PROBLEM_CODES },
    values: { type: 'object', additionalProperties: { anyOf: [text, { type: 'number' }] } },
  }),
};

const REQUEST = members({
  type: { const: 'inspect' },
  job: whole,
  archivePath: text,
  fileName: text,
  stagingFolder: nullableText,
  limits: LIMITS,
  packId: text,
});

const ajv = new Ajv2020({ strict: true, allErrors: false, allowUnionTypes: true });
const isRequest = ajv.compile<InspectMessage>(REQUEST);
const isAnswer = new Map<string, ValidateFunction>(
  Object.entries(ANSWERS).map(([type, schema]) => [type, ajv.compile(schema)]),
);

/** The request when the value is one, else null. */
export function readRequest(value: unknown): InspectMessage | null {
  return isRequest(value) ? value : null;
}

/** The answer when the value is one, else null. A finding must also have a severity that the catalogue allows its rule. */
export function readAnswer(value: unknown): InspectorMessage | null {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  if (typeof type !== 'string' || isAnswer.get(type)?.(value) !== true) return null;
  const answer = value as InspectorMessage;
  return answer.type === 'report' && !isCatalogued(answer.report) ? null : answer;
}

/** The verdict follows from the findings, and each finding from the catalogue: a process cannot soften either. */
function isCatalogued({ findings, verdict }: InspectionReport): boolean {
  for (const { rule, severity, basis } of findings) {
    const row: { severity: string; basis: string; also?: readonly string[] } = RULES[rule];
    if (row.basis !== basis || (row.severity !== severity && !row.also?.includes(severity))) return false;
  }
  return verdict === (findings.some(({ severity }) => severity === 'no-op') ? 'no_op' : 'review_required');
}
