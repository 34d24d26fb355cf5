/**
 * The published schema of SPEC-04 File Handoff, with its two faults mended (format F11): `items: []` is no schema in JSON Schema
 * 2020-12, and stands where "any item" is meant. Compiled on first use: most packages hold no message.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import published from '../../../resources/spec04/file-handoff.schema.json' with { type: 'json' };
import type { FindingDetail } from '../../../shared/findings.ts';

/** Value of `profile` in every message this program understands. */
export const HANDOFF_PROFILE = 'uaix.spec-04.file-handoff.v1';

/** Places in the published schema that are replaced by `{}` when it is loaded. */
export const SCHEMA_PATCHES = [
  '/properties/body/properties/evidence/items',
  '/properties/provenance/properties/lineage/items',
] as const;

/** The published schema as this program applies it. A new value at each call. */
export function patchedSchema(): Record<string, unknown> {
  const schema = structuredClone(published) as Record<string, unknown>;
  for (const pointer of SCHEMA_PATCHES) {
    const segments = pointer.slice(1).split('/');
    const last = segments.pop() as string;
    const parent = segments.reduce((value, name) => value[name] as Record<string, unknown>, schema);
    parent[last] = {};
  }
  return schema;
}

/** Something that the schema asks for and the message does not have. */
export interface SchemaFault {
  readonly pointer: string;
  readonly detail: FindingDetail;
}

/** Collections inside a message above which only its first fault is worked out: each fault costs memory, and nobody reads thousands. */
const COLLECTIONS_WITH_ALL_FAULTS = 10_000;

interface Validators {
  readonly first: ValidateFunction;
  readonly all: ValidateFunction;
}

let compiled: Validators | null = null;

function validators(): Validators {
  compiled ??= { first: compile(false), all: compile(true) };
  return compiled;
}

function compile(allErrors: boolean): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allErrors, verbose: true, validateSchema: false });
  // The default export of a CommonJS module, as Node and as a bundler see it.
  const addFormats = (ajvFormats as unknown as { default?: typeof ajvFormats }).default ?? ajvFormats;
  (addFormats as unknown as (target: Ajv2020, formats: readonly string[]) => void)(ajv, ['date-time', 'uri']);
  return ajv.compile(patchedSchema());
}

/** Faults of a message against the patched schema, one a place. Empty when it passes. */
export function schemaFaults(message: unknown): readonly SchemaFault[] {
  const { first, all } = validators();
  if (first(message)) return [];
  const validate = hasAtMost(message, COLLECTIONS_WITH_ALL_FAULTS) ? all : first;
  validate(message);
  const faults = new Map<string, SchemaFault>();
  for (const error of validate.errors ?? []) {
    const fault = faultOf(error);
    const key = `${fault.pointer}\n${error.keyword === 'required' ? fault.detail.member : ''}`;
    if (!faults.has(key)) faults.set(key, fault);
  }
  return [...faults.values()];
}

function hasAtMost(value: unknown, most: number): boolean {
  const open: unknown[] = [value];
  for (let count = 0; open.length > 0; count += 1) {
    if (count > most) return false;
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    for (const child of Object.values(next)) if (typeof child === 'object' && child !== null) open.push(child);
  }
  return true;
}

function faultOf({ keyword, instancePath, params, data }: ErrorObject): SchemaFault {
  const pointer = instancePath;
  const member = pointer.split('/').at(-1)?.replaceAll('~1', '/').replaceAll('~0', '~') ?? '';
  switch (keyword) {
    case 'required':
      return {
        pointer,
        detail: { variant: pointer === '' ? 'missing-top' : 'missing', member: String(params.missingProperty) },
      };
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      const own = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return { pointer: own, detail: { variant: 'unknown', member: shown(name) } };
    }
    case 'type':
      return { pointer, detail: { variant: 'type', member, expected: String(params.type), actual: typeName(data) } };
    case 'enum':
      return {
        pointer,
        detail: { variant: 'value', member, expected: listed(params.allowedValues), actual: shown(data) },
      };
    case 'const':
      return {
        pointer,
        detail: { variant: 'value', member, expected: shown(params.allowedValue), actual: shown(data) },
      };
    case 'minItems':
      return { pointer, detail: { variant: 'few', member, expected: Number(params.limit), actual: lengthOf(data) } };
    case 'minLength':
      return { pointer, detail: { variant: 'empty', member, expected: Number(params.limit), actual: lengthOf(data) } };
    case 'pattern':
    case 'format':
      return { pointer, detail: { variant: 'form', member, expected: formOf(params), actual: shown(data) } };
    default:
      return { pointer, detail: { variant: 'range', member, actual: shown(data) } };
  }
}

function formOf({ pattern, format }: Record<string, unknown>): string {
  return String(pattern ?? format);
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.map(String).join(', ') : '';
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Characters of a value that a message shows. */
const SHOWN = 120;

/** A value of the message, cut for showing. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? typeName(value));
  return (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text).toWellFormed();
}
