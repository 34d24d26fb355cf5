/**
 * A format pack: everything this program knows about one version of the format, as data. Reading it proves it: a pack that is
 * not whole or contradicts itself is refused when the program starts, never half-used in an inspection.
 */
import { hash } from 'node:crypto';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { compareText } from '../../../shared/findings.ts';
import type { FormatPackId } from '../../../shared/models.ts';
import type {
  BoundaryData,
  ContentData,
  MediaKind,
  MemberData,
  PackHeader,
  ScopeData,
  ScopeRule,
  TypeData,
  Vocabulary,
} from './pack-data.ts';
import { PACK_FILE_SCHEMAS } from './pack-schema.ts';
import { PROVEN_PACKS, type ProvenPack } from './proven-packs.ts';
import { memberKey, tokenKey } from './token.ts';

/** What a media type is, and the extensions it goes with. */
export interface MediaType {
  readonly kind: MediaKind;
  readonly extensions: readonly string[];
}

export interface FormatPack {
  /** Goes into every report: a changed rule is a changed digest. */
  readonly id: FormatPackId;
  readonly header: PackHeader;
  readonly vocabulary: Vocabulary;
  readonly scopeData: ScopeData;
  /** Scope id → rule; `universal` is among them. */
  readonly scopes: ReadonlyMap<string, ScopeRule>;
  /** Token key of an id or alias → canonical scope id. */
  readonly scopeIds: ReadonlyMap<string, string>;
  readonly mediaTypes: ReadonlyMap<string, MediaType>;
  /** Extension → the media types that it goes with. */
  readonly typesByExtension: ReadonlyMap<string, readonly string[]>;
  readonly types: TypeData;
  /** Types of code that make a package code-bearing: without styles, XML and settings. */
  readonly sourceTypes: TypeData['code'];
  readonly content: ContentData;
  readonly boundary: BoundaryData;
  readonly members: MemberData;
  /** Member keys (see `memberKey`) of members that grant or raise authority. */
  readonly authorityMembers: ReadonlySet<string>;
  /** Member keys of members that ask for execution. */
  readonly runtimeMembers: ReadonlySet<string>;
  /** Member keys of members that ask to change an anchor. */
  readonly mutationMembers: ReadonlySet<string>;
  /** Members the manifest schema defines, at the top and in `files[]`, `integrity`. */
  readonly manifestMembers: ReadonlySet<string>;
  readonly fileMembers: ReadonlySet<string>;
  readonly integrityMembers: ReadonlySet<string>;
  readonly validateManifest: ValidateFunction;
  readonly validateFile: ValidateFunction;
}

const SCHEMA_FILE = 'manifest.schema.json';

/** `strictRequired` would forbid "one of these members" inside an `anyOf`. */
export const MANIFEST_SCHEMA_OPTIONS = {
  strict: true,
  strictRequired: false,
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
} as const;

/**
 * Reads a format pack from its files (name inside the pack's folder → bytes).
 * @throws RangeError when a file is missing, unknown, not JSON, misshapen, or names a scope that the pack does not have
 */
export function parseFormatPack(files: ReadonlyMap<string, Buffer>): FormatPack {
  const known = [...Object.keys(PACK_FILE_SCHEMAS), SCHEMA_FILE];
  for (const name of known) if (!files.has(name)) throw new RangeError(`format pack: ${name} is missing`);
  for (const name of files.keys()) if (!known.includes(name)) throw new RangeError(`format pack: ${name} is unknown`);

  const sha256 = digestOf(files);
  const proven = PROVEN_PACKS.find((pack) => pack.sha256 === sha256) ?? null;
  const read = proven === null ? checkedReader(files) : <T>(name: string): T => contentOf(name, files) as T;
  const header = read<PackHeader>('pack.json');
  const scopeData = read<ScopeData>('scopes.json');
  const types = read<TypeData>('types.json');
  const content = read<ContentData>('content.json');
  const members = read<MemberData>('members.json');
  const vocabulary = read<Vocabulary>('vocabulary.json');
  const schema = read<ManifestSchema>(SCHEMA_FILE);

  const scopes = new Map([scopeData.universal, ...scopeData.scopes].map((scope) => [scope.id, scope]));
  checkReferences(scopes, scopeData, content, vocabulary);
  const media = mediaTypes(types);
  const keys = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(memberKey));
  return {
    id: { id: header.id, version: header.version, sha256 },
    header,
    vocabulary,
    scopeData,
    scopes,
    scopeIds: scopeIds(scopes.values()),
    mediaTypes: media,
    typesByExtension: typesByExtension(media),
    types,
    sourceTypes: types.code.filter(({ extensions }) => !extensions.some((one) => types.notCode.includes(one))),
    content,
    boundary: read<BoundaryData>('boundary.json'),
    members,
    authorityMembers: keys(members.authority),
    runtimeMembers: keys(members.runtime),
    mutationMembers: keys(members.mutation),
    ...schemaMembers(schema),
    ...(proven ?? compileManifestSchema(schema)),
  };
}

/** Reads a file of the pack and holds it against its schema. */
function checkedReader(files: ReadonlyMap<string, Buffer>): <T>(name: string) => T {
  const ajv = new Ajv2020({ strict: true, allErrors: false, allowUnionTypes: true, validateSchema: false });
  return <T>(name: string): T => {
    const value = contentOf(name, files);
    const schema = PACK_FILE_SCHEMAS[name];
    if (schema && !ajv.validate(schema, value)) {
      throw new RangeError(`format pack: ${name}: ${ajv.errorsText(ajv.errors, { dataVar: '' })}`);
    }
    return value as T;
  };
}

/**
 * The id of a pack without reading the rest of it: for programs that only compare it.
 * @throws RangeError when the pack has no readable header
 */
export function formatPackId(files: ReadonlyMap<string, Buffer>): FormatPackId {
  const bytes = files.get('pack.json');
  if (!bytes) throw new RangeError('format pack: pack.json is missing');
  const { id, version } = parseJson('pack.json', bytes) as PackHeader;
  return { id, version, sha256: digestOf(files) };
}

interface ManifestSchema {
  readonly $id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly $defs: Readonly<Record<string, { readonly properties?: Readonly<Record<string, unknown>> }>>;
}

function schemaMembers(schema: ManifestSchema) {
  const file = schema.$defs?.file?.properties;
  const integrity = schema.$defs?.integrity?.properties;
  if (!schema.properties || !file || !integrity) {
    throw new RangeError(`format pack: ${SCHEMA_FILE} lacks properties, $defs/file or $defs/integrity`);
  }
  return {
    manifestMembers: new Set(Object.keys(schema.properties)),
    fileMembers: new Set(Object.keys(file)),
    integrityMembers: new Set(Object.keys(integrity)),
  };
}

/**
 * Compiles a pack's manifest schema. Every fault is wanted, each once: `allErrors`, on values that are bounded before (see
 * manifest/schema.ts).
 * @param ajv of the build, which wants the source of the functions too
 * @throws RangeError when it is no schema
 */
export function compileManifestSchema(
  schema: Pick<ManifestSchema, '$id'>,
  ajv = new Ajv2020(MANIFEST_SCHEMA_OPTIONS),
): Omit<ProvenPack, 'sha256'> {
  try {
    return {
      validateManifest: ajv.compile(schema),
      validateFile: ajv.compile({ $ref: `${schema.$id}#/$defs/file` }),
    };
  } catch (cause) {
    throw new RangeError(`format pack: ${SCHEMA_FILE} is not a schema`, { cause });
  }
}

function contentOf(name: string, files: ReadonlyMap<string, Buffer>): unknown {
  return parseJson(name, files.get(name) as Buffer);
}

function parseJson(name: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new RangeError(`format pack: ${name} is not JSON in UTF-8`, { cause });
  }
}

function checkReferences(
  scopes: ReadonlyMap<string, ScopeRule>,
  data: ScopeData,
  content: ContentData,
  vocabulary: Vocabulary,
): void {
  if (scopes.size !== data.scopes.length + 1) throw new RangeError('format pack: scopes.json names a scope twice');
  const named = [
    ...data.scopes.flatMap((scope) => scope.includes),
    ...[...data.closedFolders, ...data.outOfScopeFolders].map((folder) => folder.scope),
    ...content.groups.map((group) => group.scope),
    content.depthLevel.scope,
    content.longTermMemory.scope,
    content.ledger.scope,
  ];
  for (const id of named) if (!scopes.has(id)) throw new RangeError(`format pack: ${id} is not a scope of this pack`);
  for (const { id, status } of scopes.values()) {
    if (!vocabulary.requiredStatuses.includes(status)) {
      throw new RangeError(`format pack: the status of scope ${id} is not a required status`);
    }
  }
}

function scopeIds(scopes: Iterable<ScopeRule>): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { id, aliases } of scopes) {
    for (const spelling of [id, ...aliases]) {
      const key = tokenKey(spelling);
      if (ids.has(key)) throw new RangeError(`format pack: ${spelling} names two scopes`);
      ids.set(key, id);
    }
  }
  return ids;
}

function mediaTypes(types: TypeData): ReadonlyMap<string, MediaType> {
  return new Map<string, MediaType>([
    ...types.media.map(({ type, kind, extensions }) => [type, { kind, extensions }] as const),
    ...types.code.map(({ type, extensions }) => [type, { kind: 'code', extensions }] as const),
  ]);
}

function typesByExtension(media: ReadonlyMap<string, MediaType>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [type, { extensions }] of media) {
    for (const extension of extensions) found.set(extension, [...(found.get(extension) ?? []), type]);
  }
  return found;
}

/** SHA-256 over the lines `<sha256>  <name>\n` of all files, in code-unit order of their names. */
function digestOf(files: ReadonlyMap<string, Buffer>): string {
  const names = [...files.keys()].sort(compareText);
  return hash('sha256', names.map((name) => `${hash('sha256', files.get(name) as Buffer)}  ${name}\n`).join(''));
}

/** The scopes that declaring `scopes` declares: themselves, and what they include. Always with `universal`. */
export function impliedScopes(scopes: readonly string[], pack: FormatPack): ReadonlySet<string> {
  const implied = new Set<string>([pack.scopeData.universal.id]);
  const add = (id: string): void => {
    if (implied.has(id)) return;
    implied.add(id);
    for (const included of pack.scopes.get(id)?.includes ?? []) add(included);
  };
  for (const id of scopes) add(id);
  return implied;
}
