/** The manifest against the pack's schema (format F4): one finding for each member that is missing or of another form. */
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { FindingDetail } from '../../../shared/findings.ts';
import type { FormatPack } from '../format/pack.ts';
import type { FindingList } from './finding-list.ts';
import type { PlaceIndex } from './place.ts';
import { shown } from './shown.ts';

/** Elements of `files` that are judged. More than any archive may hold: beyond this, nobody could review them. */
const MOST_FILES = 20_000;

/** Which parts of the manifest passed: what did not is not judged any further. */
export interface SchemaOutcome {
  /** Names of top-level members that passed. */
  readonly members: ReadonlySet<string>;
  /** Indices of elements of `files` that passed. */
  readonly files: ReadonlySet<number>;
}

/** Checks the parsed manifest. `value` must be an object. */
export function checkSchema(
  value: Readonly<Record<string, unknown>>,
  pack: FormatPack,
  places: PlaceIndex,
  findings: FindingList,
): SchemaOutcome {
  const report = (faults: readonly Fault[]): void => {
    for (const { pointer, detail } of faults) findings.add('manifest/schema', places.locate(pointer), detail);
  };
  const faults = faultsOf(pack.validateManifest, value, '');
  const failed = new Set(faults.map(({ pointer, detail }) => firstSegment(pointer) || String(detail.member ?? '')));
  report(faults.map((fault) => (fault.pointer === '/files' ? explainFiles(value.files, fault) : fault)));

  const { files } = value;
  const passed = new Set<number>();
  if (Array.isArray(files)) {
    for (const [index, file] of files.slice(0, MOST_FILES).entries()) {
      const fileFaults = faultsOf(pack.validateFile, file, `/files/${index}`);
      report(fileFaults);
      if (fileFaults.length === 0) passed.add(index);
    }
    if (files.length > MOST_FILES) {
      const detail = { variant: 'too-many-files', actual: files.length, limit: MOST_FILES };
      findings.add('manifest/schema', places.locate('/files'), detail);
    }
  }
  return { members: new Set(Object.keys(value).filter((name) => !failed.has(name))), files: passed };
}

interface Fault {
  readonly pointer: string;
  readonly detail: FindingDetail;
}

function firstSegment(pointer: string): string {
  return pointer.split('/')[1] ?? '';
}

/** Format F4.2: earlier drafts kept `files` as an object from path to entry. */
function explainFiles(files: unknown, fault: Fault): Fault {
  const isObject = typeof files === 'object' && files !== null && !Array.isArray(files);
  return isObject ? { ...fault, detail: { variant: 'files-object', member: 'files' } } : fault;
}

/** At most one fault a place: alternatives of an `anyOf` that failed say nothing that the `anyOf` itself does not say. */
function faultsOf(validate: ValidateFunction, value: unknown, base: string): readonly Fault[] {
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  const alternatives = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ schemaPath }) => `${schemaPath}/`);
  const faults = new Map<string, Fault>();
  for (const error of errors) {
    if (alternatives.some((path) => error.schemaPath.startsWith(path))) continue;
    // An alternative inside an alternative: its place lies below the outer one's.
    if (alternatives.length > 0 && isInsideAlternative(error, errors)) continue;
    const fault = faultOf(error, base);
    const key = `${fault.pointer}\n${error.keyword === 'required' ? fault.detail.member : ''}`;
    if (!faults.has(key)) faults.set(key, fault);
  }
  return [...faults.values()];
}

function isInsideAlternative(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  return errors.some(
    (other) =>
      other !== error &&
      other.keyword === 'anyOf' &&
      (error.instancePath.startsWith(`${other.instancePath}/`) ||
        (error.instancePath === other.instancePath &&
          error.keyword === 'anyOf' &&
          error.schemaPath.startsWith(other.schemaPath))),
  );
}

/** `title` of the schema names the form that was asked for; the locales say it in words. */
function faultOf(error: ErrorObject, base: string): Fault {
  const pointer = base + error.instancePath;
  if (error.keyword === 'required') {
    return { pointer, detail: { variant: 'missing', member: String(error.params.missingProperty) } };
  }
  const member = shown(pointer.split('/').at(-1) ?? '');
  const title: unknown = error.parentSchema?.title;
  if (error.keyword === 'type' && error.params.type !== undefined && title !== 'support-boundary') {
    const expected = [error.params.type].flat().join(' / ');
    return { pointer, detail: { variant: 'type', member, expected, actual: typeName(error.data) } };
  }
  return {
    pointer,
    detail: { member, actual: shownValue(error.data), ...(typeof title === 'string' ? { variant: title } : {}) },
  };
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function shownValue(value: unknown): string {
  return shown(typeof value === 'string' ? value : (JSON.stringify(value) ?? typeName(value)));
}
