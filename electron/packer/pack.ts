/** From a folder, or from files at hand, to a package: the draft is completed, the bytes are deterministic. */
import { type Finding, finding } from '../../shared/findings.ts';
import { DEFAULT_LIMITS, type Limits } from '../../shared/limits.ts';
import { MANIFEST_PATH } from '../../shared/models.ts';
import { rule } from '../../shared/rules.ts';
import { checkPath, findCollisions, foldedKey } from '../inspect/container/path-grammar.ts';
import type { FormatPack } from '../inspect/format/pack.ts';
import { writableLimits, writeArchive } from './archive.ts';
import { complete, type PackedManifest } from './complete.ts';
import { type Draft, draftOf, readDraft } from './draft.ts';
import { readFolder } from './folder.ts';
import type { LeftOut } from './litter.ts';
import { compareBytes } from './order.ts';
import { refuseAny } from './refusal.ts';

export type { LeftOut } from './litter.ts';
export { PackRefused } from './refusal.ts';

export interface PackOptions {
  readonly pack: FormatPack;
  /** The strict defaults when absent. */
  readonly limits?: Limits;
  /** Clock for a draft without `createdUtc`; the machine's when absent. */
  readonly now?: () => Date;
}

export interface PackFolderOptions extends PackOptions {
  /** A folder whose files are taken where the packed folder has none of that path: an update is then only what changed. */
  readonly base?: string;
}

/** A package, and what was done to make it. */
export interface Packed {
  readonly archive: Buffer;
  /** The manifest as it stands in the archive. */
  readonly manifest: PackedManifest;
  /** Files that nobody means to hand over, and the draft's own element for the manifest (format F4.9). */
  readonly leftOut: readonly LeftOut[];
  /** Files the draft does not list: their members were derived, and they count as unreviewed until somebody says otherwise. */
  readonly derived: readonly string[];
}

/**
 * Packs a folder. `.uai/manifest.uaix.json` is a draft: `files`, sizes, hashes and `integrity` are filled, what it says of a
 * file (role, scope, review state, source …) is kept. The same folder gives the same bytes.
 * Says nothing about whether importers accept the result: that is for the inspector.
 * @throws PackRefused for what stands in the way, with rule, path and position
 * @throws ProblemError when the folder or a file cannot be read
 */
export async function packFolder(folder: string, options: PackFolderOptions): Promise<Packed> {
  const limits = writableLimits(options.limits ?? DEFAULT_LIMITS);
  const own = await readFolder(folder, limits);
  const base = options.base === undefined ? null : await readFolder(options.base, limits);
  const files = new Map([...(base?.files ?? []), ...own.files]);
  const draft = readDraft(files.get(MANIFEST_PATH), options.pack);
  const packed = await packDraft(files, draft, options);
  return { ...packed, leftOut: [...own.leftOut, ...(base?.leftOut ?? []), ...packed.leftOut] };
}

/**
 * Packs files that are at hand, for exports.
 * @param files contents by path; an element for the manifest is replaced by `manifest`
 * @param manifest a whole manifest or a draft, as a JSON value
 * @throws PackRefused as {@link packFolder}
 */
export async function packFiles(
  files: ReadonlyMap<string, Buffer>,
  manifest: Readonly<Record<string, unknown>>,
  options: PackOptions,
): Promise<Packed> {
  return packDraft(files, draftOf(manifest), options);
}

async function packDraft(files: ReadonlyMap<string, Buffer>, draft: Draft, options: PackOptions): Promise<Packed> {
  const { pack, now = () => new Date() } = options;
  const limits = writableLimits(options.limits ?? DEFAULT_LIMITS);
  const paths = [...files.keys()].filter((path) => path !== MANIFEST_PATH).toSorted(compareBytes);
  refuseAny([...pathFindings(paths), ...absentFiles(paths, draft), ...sizeFindings(files, limits)]);
  const contents = paths.map((path) => [path, files.get(path) ?? Buffer.alloc(0)] as const);
  const manifest = complete(draft, contents, pack, now);
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`, 'utf8');
  const archive = await writeArchive([[MANIFEST_PATH, text], ...contents], limits);
  if (archive.length > limits.archiveBytes) {
    refuseAny([finding('zip/archive-size', {}, { limit: limits.archiveBytes, actual: archive.length })]);
  }
  return {
    archive,
    manifest,
    leftOut: draft.listsItself ? [{ path: MANIFEST_PATH, reason: 'manifest' }] : [],
    derived: paths.filter((path) => !draft.files.has(path)),
  };
}

/** Names that no importer takes are refused before they are written: the ZIP writer would quietly change some of them. */
function pathFindings(paths: readonly string[]): Finding[] {
  const all = [MANIFEST_PATH, ...paths];
  const grammar = paths.flatMap((path) =>
    checkPath(path, 'entry')
      .filter((fault) => rule(fault.rule).severity === 'no-op')
      .map((fault) => finding(fault.rule, { path }, { name: path, ...fault.detail })),
  );
  const collisions = findCollisions(all).map(({ rule: id, index, detail }) => {
    const path = all[index] ?? '';
    return finding(id, { path }, { where: 'entry', name: path, ...detail });
  });
  return [...grammar, ...collisions];
}

/** A file that the draft lists and the folder lacks was forgotten, renamed or misspelt: leaving it out would hide that. */
function absentFiles(paths: readonly string[], draft: Draft): Finding[] {
  const present = new Set(paths);
  const spellings = new Map(paths.map((path) => [foldedKey(path), path]));
  return [...draft.files.values()]
    .filter(({ path }) => !present.has(path))
    .map(({ path, place }) => {
      const other = spellings.get(foldedKey(path));
      return finding(
        'inventory/missing',
        { ...place, path },
        other === undefined ? {} : { variant: 'spelling', other },
      );
    });
}

function sizeFindings(files: ReadonlyMap<string, Buffer>, limits: Limits): Finding[] {
  const findings: Finding[] = [];
  let total = 0;
  for (const [path, { length }] of files) {
    total += length;
    if (length > limits.fileBytes) {
      findings.push(finding('zip/entry-size', { path }, { limit: limits.fileBytes, declared: length }));
    }
  }
  const entries = files.size + (files.has(MANIFEST_PATH) ? 0 : 1);
  if (entries > limits.entries) {
    findings.push(finding('zip/entry-count', {}, { limit: limits.entries, actual: entries }));
  }
  if (total > limits.totalBytes) {
    findings.push(finding('zip/total-size', {}, { limit: limits.totalBytes }));
  }
  return findings;
}
