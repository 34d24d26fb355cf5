/**
 * The manifest, from bytes to a typed view (format F4, F10). Strict JSON; every fault has its place; what passed is usable even
 * when something else did not, so that one report tells everything there is to repair.
 *
 * "In the future" (manifest/timestamp, review) is not judged here: this room has no clock. The lead applies it from outside.
 */
import { type Finding, finding } from '../../../shared/findings.ts';
import { MANIFEST_LIMITS } from '../../../shared/limits.ts';
import { MANIFEST_PATH } from '../../../shared/models.ts';
import { checkPath, shownName } from '../container/path-grammar.ts';
import type { FormatPack } from '../format/pack.ts';
import { tokenKey } from '../format/token.ts';
import type { DeclaredFile, Manifest } from '../package.ts';
import { entrypointsOf } from './entrypoints.ts';
import { declaredFiles } from './files.ts';
import { FindingList } from './finding-list.ts';
import { decodeManifest } from './json-text.ts';
import { type JsonOddity, type JsonTree, parseJsonTree } from './json-tree.ts';
import { looseKey } from './loose-key.ts';
import { type PlaceIndex, placeIndex } from './place.ts';
import { checkSchema, type SchemaOutcome } from './schema.ts';
import { shown } from './shown.ts';
import { Spellings } from './spelling.ts';
import { timestampFault } from './timestamp.ts';
import { unknownMembers } from './unknown-members.ts';

export interface ParsedManifest {
  /** Null when the bytes are no JSON object. */
  readonly manifest: Manifest | null;
  readonly findings: readonly Finding[];
}

/** Parses and judges the bytes of `.uai/manifest.uaix.json`. Never throws for what they contain. */
export function parseManifest(bytes: Buffer, pack: FormatPack): ParsedManifest {
  const { text, findings: textFindings } = decodeManifest(bytes);
  if (text === null) return { manifest: null, findings: textFindings };
  const tree = parseJsonTree(text, MANIFEST_LIMITS.depth);
  if (!tree.ok) return { manifest: null, findings: [...textFindings, faultFinding(text, tree)] };
  const places = placeIndex(text, tree.offsets, tree.rootOffset);
  const findings = new FindingList(MANIFEST_PATH);
  for (const oddity of tree.oddities) addOddity(oddity, places, findings);
  if (!isObject(tree.value)) {
    const actual = Array.isArray(tree.value) ? 'array' : tree.value === null ? 'null' : typeof tree.value;
    findings.add('manifest/schema', places.locate(''), { variant: 'not-object', actual });
    return { manifest: null, findings: [...textFindings, ...findings.all()] };
  }
  const manifest = judge(tree.value, text, pack, places, findings);
  return { manifest, findings: [...textFindings, ...findings.all()] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function faultFinding(text: string, { fault }: Extract<JsonTree, { ok: false }>): Finding {
  const place = { path: MANIFEST_PATH, ...placeIndex(text, new Map(), 0).at(fault.offset) };
  if (fault.reason === 'depth') return finding('manifest/depth', place, { limit: MANIFEST_LIMITS.depth });
  const variant = text.trim() === '' ? 'empty' : fault.reason;
  return finding('manifest/json', place, {
    variant,
    found: text.slice(fault.offset, fault.offset + 20).toWellFormed(),
  });
}

function addOddity({ kind, pointer, offset, key }: JsonOddity, places: PlaceIndex, findings: FindingList): void {
  const place = { pointer, ...places.at(offset) };
  if (kind === 'surrogate') findings.add('manifest/encoding', place, { variant: 'surrogate' });
  else findings.add(`manifest/${kind}`, place, { key: shown(key) });
}

function judge(
  value: Readonly<Record<string, unknown>>,
  text: string,
  pack: FormatPack,
  places: PlaceIndex,
  findings: FindingList,
): Manifest {
  const passed = checkSchema(value, pack, places, findings);
  const spellings = new Spellings(pack);
  const files = Array.isArray(value.files)
    ? declaredFiles(value.files, passed.files, pack, spellings, places, findings)
    : [];
  const scopes = scopesOf(value, passed, spellings);
  checkHeader(value, passed, pack, spellings, places, findings);
  checkEntrypoints(value, passed, places, findings);
  checkVocabulary(value, passed, files, pack, spellings, places, findings);
  unknownMembers(value, pack, places, findings);
  for (const { member, alias, canonical, pointer, count } of spellings.aliases) {
    findings.add('manifest/alias', places.locate(pointer), { member, alias: shown(alias), canonical, count });
  }
  return { value, text, files, scopes, locate: places.locate };
}

function scopesOf(
  value: Readonly<Record<string, unknown>>,
  passed: SchemaOutcome,
  spellings: Spellings,
): readonly string[] {
  const declared = passed.members.has('declaredScopes') ? (value.declaredScopes as readonly string[]) : [];
  const known = declared.map((scope, index) => spellings.scope(scope, `/declaredScopes/${index}`));
  return [...new Set(known.filter((scope) => scope !== null))];
}

/** Version, format, timestamp and digest: members whose meaning is more than their form. */
function checkHeader(
  value: Readonly<Record<string, unknown>>,
  passed: SchemaOutcome,
  pack: FormatPack,
  spellings: Spellings,
  places: PlaceIndex,
  findings: FindingList,
): void {
  const { uaixVersion, packageFormat } = pack.header;
  // What did not pass is not looked at: it may be of any type.
  const passedText = (name: string): string | null => {
    const text = passed.members.has(name) ? value[name] : null;
    return typeof text === 'string' ? text : null;
  };
  const version = passedText('uaixVersion');
  if (version !== null && spellings.named(version, uaixVersion, 'uaixVersion', '/uaixVersion') === null) {
    const detail = { actual: shown(version), expected: uaixVersion.canonical };
    findings.add('manifest/version', places.locate('/uaixVersion'), detail);
  }
  const format = passedText('packageFormat');
  if (format !== null && spellings.named(format, packageFormat, 'packageFormat', '/packageFormat') === null) {
    const detail = { actual: shown(format), expected: packageFormat.canonical };
    findings.add('manifest/format', places.locate('/packageFormat'), detail);
  }
  const created = passedText('createdUtc');
  const fault = created === null ? null : timestampFault(created);
  if (created !== null && fault) {
    findings.add('manifest/timestamp', places.locate('/createdUtc'), { variant: fault, actual: shown(created) });
  }
  const integrity = value.integrity as { algorithm: string; packageDigest: string };
  if (passed.members.has('integrity')) {
    spellings.digest(integrity.packageDigest, 'packageDigest', '/integrity/packageDigest');
    const algorithm = { canonical: 'sha256', aliases: [integrity.algorithm] };
    spellings.named(integrity.algorithm, algorithm, 'algorithm', '/integrity/algorithm');
  }
}

/** Entry points without a listing that are judged; each of them refuses the package already. */
const MOST_ENTRYPOINTS = 1_000;

/** Format F4.3: every entry point is a declared file. A path that breaks a rule is that fault, and no second one. */
function checkEntrypoints(
  value: Readonly<Record<string, unknown>>,
  passed: SchemaOutcome,
  places: PlaceIndex,
  findings: FindingList,
): void {
  if (!passed.members.has('entrypoints') || !passed.members.has('files')) return;
  const paths = (value.files as readonly unknown[]).map((file) => (isObject(file) ? file.path : undefined));
  const listed = new Set(paths);
  const points = entrypointsOf(value.entrypoints);
  if (points.length === 0) findings.add('manifest/entrypoint', places.locate('/entrypoints'), { variant: 'none' });
  const unlisted = points.filter(({ path }) => !listed.has(path)).slice(0, MOST_ENTRYPOINTS);
  if (unlisted.length === 0) return;
  const isEcho = echoOfListings(paths);
  for (const { path, pointer } of unlisted) {
    const actual = shownName(path.toWellFormed());
    const faults = checkPath(path, 'entrypoint');
    for (const { rule, detail } of faults) findings.add(rule, places.locate(pointer), { ...detail, name: actual });
    if (faults.length > 0 || isEcho(path)) continue;
    const detail = path === MANIFEST_PATH ? { variant: 'manifest', actual } : { actual };
    findings.add('manifest/entrypoint', places.locate(pointer), detail);
  }
}

/** Whether an entry point may be about a listing that has a fault of its own: one whose path breaks a rule, or that has no path. */
function echoOfListings(paths: readonly unknown[]): (path: string) => boolean {
  const faulty = paths.filter(
    (path): path is string => typeof path === 'string' && checkPath(path, 'manifest').length > 0,
  );
  const keys = new Set(faulty.map(looseKey));
  const isNameless = paths.some((path) => typeof path !== 'string');
  return (path) => isNameless || keys.has(looseKey(path));
}

/** Open lists (`status`, `reviewState`): another value asks for a look. A banned word is scope/wording's (format F5.5). */
function checkVocabulary(
  value: Readonly<Record<string, unknown>>,
  passed: SchemaOutcome,
  files: readonly DeclaredFile[],
  pack: FormatPack,
  spellings: Spellings,
  places: PlaceIndex,
  findings: FindingList,
): void {
  const { statuses, reviewStates, bannedLabels } = pack.vocabulary;
  const status = value.status;
  if (passed.members.has('status') && typeof status === 'string' && !bannedLabels.includes(tokenKey(status))) {
    if (spellings.token(status, statuses, 'status', '/status') === null) {
      const detail = { member: 'status', actual: shown(status), known: statuses, count: 1 };
      findings.add('manifest/unknown-value', places.locate('/status'), detail);
    }
  }
  const unknown = Map.groupBy(
    files.filter(
      ({ reviewState }) => !reviewStates.includes(reviewState) && !bannedLabels.includes(tokenKey(reviewState)),
    ),
    ({ reviewState }) => reviewState,
  );
  for (const [actual, [first, ...others]] of unknown) {
    const detail = { member: 'reviewState', actual: shown(actual), known: reviewStates, count: others.length + 1 };
    findings.add('manifest/unknown-value', places.locate(`/files/${first?.index}/reviewState`), detail);
  }
}
