/** What the rules of format/ share: the package, the pack, and what can be said of a path. */
import { type Finding, type FindingDetail, type FindingPlace, finding } from '../../../shared/findings.ts';
import { MANIFEST_PATH } from '../../../shared/models.ts';
import type { RuleId } from '../../../shared/rules.ts';
import { listingFinding } from '../manifest/listing.ts';
import { looseKey } from '../manifest/loose-key.ts';
import type { DecodedText, FileFacts, PackageView } from '../package.ts';
import { type Fact, type FactVocabulary, factsOf } from './facts.ts';
import { type FormatPack, impliedScopes } from './pack.ts';
import type { ScopeRule } from './pack-data.ts';
import { labelKey } from './token.ts';

/** Texts up to this many characters are kept while the rules run; longer ones are read again when another rule asks. */
const KEPT_CHARACTERS = 256 * 1024;

export class FormatContext {
  readonly view: PackageView;
  readonly pack: FormatPack;
  /** Declared scopes, what they include, and `universal`. */
  readonly scopes: ReadonlySet<string>;
  readonly files: ReadonlyMap<string, FileFacts>;
  /** Every path that the manifest names in `files`, sound or not: a fault of its listing is reported there. */
  readonly listed: ReadonlySet<string>;
  /** What listings with a fault of their own were probably meant to name. */
  readonly #faulty: ReadonlySet<string>;
  readonly #texts = new Map<string, DecodedText>();
  readonly #placeholders: ReadonlySet<string>;
  #sets: ReadonlyMap<string, readonly ScopeRule[]> | null = null;

  constructor(view: PackageView, pack: FormatPack) {
    this.view = view;
    this.pack = pack;
    this.scopes = impliedScopes(view.manifest.scopes, pack);
    this.files = new Map(view.files.map((file) => [file.path, file]));
    const sound = new Set(view.manifest.files.map(({ index }) => index));
    const listed = new Set<string>();
    const faulty = new Set<string>();
    for (const [index, path] of listedPaths(view.manifest.value.files)) {
      listed.add(path);
      if (!sound.has(index)) faulty.add(looseKey(path));
    }
    this.listed = listed;
    this.#faulty = faulty;
    this.#placeholders = new Set(pack.content.placeholders.map(labelKey));
  }

  /** Scopes in whose closed set the path is, declared or not, in the order of the pack. */
  setsWith(path: string): readonly ScopeRule[] {
    this.#sets ??= setsByPath(this.pack);
    return this.#sets.get(path) ?? NO_SETS;
  }

  /**
   * In the archive; or in the list, and then its absence is inventory/missing; or meant by a listing whose own fault is reported.
   * Otherwise nothing has been said of the path yet.
   */
  isAccountedFor(path: string): boolean {
    return this.files.has(path) || this.listed.has(path) || this.#faulty.has(looseKey(path));
  }

  /** Text of a file, or null when it is not there or is no text: then another rule has said so. Kept for the next rule that asks. */
  text(path: string): DecodedText | null {
    const kept = this.#texts.get(path);
    if (kept) return kept;
    const text = this.files.get(path)?.isText ? this.view.readText(path) : null;
    if (text && text.text.length <= KEPT_CHARACTERS) this.#texts.set(path, text);
    return text;
  }

  vocabulary(labels: Iterable<string>): FactVocabulary {
    return { labels: new Set([...labels].map(labelKey)), placeholders: this.#placeholders };
  }

  /** Labelled facts of a file; empty when it has no text. */
  facts(path: string, labels: Iterable<string>): readonly Fact[] {
    const text = this.text(path);
    return text === null ? [] : factsOf(text.text, this.vocabulary(labels));
  }

  /** A finding at a place of the manifest. */
  atManifest(rule: RuleId, pointer: string, detail: FindingDetail = {}): Finding {
    return finding(rule, { path: MANIFEST_PATH, ...this.view.manifest.locate(pointer) }, detail);
  }

  /** A finding about a file that the manifest lists, at its listing. */
  atListing(rule: RuleId, file: FileFacts, member: string, detail: FindingDetail = {}): Finding {
    return file.declared === null
      ? finding(rule, { path: file.path }, detail)
      : listingFinding(rule, this.view.manifest, file.declared, member, detail);
  }

  /** A finding in a file's text. */
  inText(
    rule: RuleId,
    path: string,
    place: Pick<FindingPlace, 'line' | 'column'> = {},
    detail: FindingDetail = {},
  ): Finding {
    return finding(
      rule,
      { path, ...(place.line ? { line: place.line } : {}), ...(place.column ? { column: place.column } : {}) },
      detail,
    );
  }
}

/** Index in `files` and path of every element that has one. */
function* listedPaths(files: unknown): Generator<readonly [index: number, path: string]> {
  for (const [index, file] of (Array.isArray(files) ? files : []).entries()) {
    const path = typeof file === 'object' && file !== null ? (file as { path?: unknown }).path : undefined;
    if (typeof path === 'string') yield [index, path];
  }
}

const NO_SETS: readonly ScopeRule[] = [];

function setsByPath(pack: FormatPack): ReadonlyMap<string, readonly ScopeRule[]> {
  const sets = new Map<string, ScopeRule[]>();
  for (const scope of pack.scopes.values()) {
    const paths = new Set(scope.files.flatMap(({ anyOf }) => anyOf));
    for (const path of paths) sets.set(path, [...(sets.get(path) ?? []), scope]);
  }
  return sets;
}
