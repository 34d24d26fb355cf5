/** The policy file as a form: reads members out of the text and writes them back, comments and order kept. Pure. */
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';
import { DEFAULT_LIMITS, type Limits } from '../../shared/limits.ts';
import type { Policy } from '../../shared/models.ts';

/** Scopes that a policy can allow (format F4.5), in the order of the format page. */
export const SCOPES = [
  'project_handoff',
  'code_bearing',
  'non_project_assistant',
  'persona_profile',
  'advanced_persona_profile',
  'long_term_memory',
  'agent_file_handoff',
] as const;

export interface PolicyForm {
  readonly mode: Policy['issuers']['mode'];
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly scopes: readonly string[];
  readonly requirePersona: boolean;
  readonly derivatives: Policy['derivatives'];
  readonly limits: Limits;
}

/** The form's values for a text, defaults filled in; null when the text is not a JSON object. Wrong types read as the default. */
export function readForm(text: string): PolicyForm | null {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const written = value as Record<string, unknown>;
  const issuers = asObject(written.issuers);
  const limits = asObject(written.limits);
  const number = (name: keyof Limits): number => {
    const there = limits[name];
    return typeof there === 'number' ? there : DEFAULT_LIMITS[name];
  };
  return {
    mode: issuers.mode === 'allow-list' ? 'allow-list' : 'any',
    allow: asNames(issuers.allow) ?? [],
    deny: asNames(issuers.deny) ?? [],
    scopes: asNames(asObject(written.scopes).allow) ?? SCOPES,
    requirePersona: written.requirePersona === true,
    derivatives: written.derivatives === 'allow' ? 'allow' : 'ask',
    limits: {
      archiveBytes: number('archiveBytes'),
      entries: number('entries'),
      fileBytes: number('fileBytes'),
      totalBytes: number('totalBytes'),
      ratio: number('ratio'),
      ratioFloorBytes: number('ratioFloorBytes'),
    },
  };
}

/** The text with one member set; everything else stays as it is written. */
export function writeMember(text: string, path: readonly string[], value: unknown): string {
  const edits = modify(text, [...path], value, { formattingOptions: { tabSize: 2, insertSpaces: true, eol: '\n' } });
  return applyEdits(text, edits);
}

/** One name a line; empty lines are no names. */
export function namesOf(lines: string): readonly string[] {
  return [
    ...new Set(
      lines
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ];
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function asNames(value: unknown): readonly string[] | null {
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : null;
}
