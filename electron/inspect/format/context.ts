/** What the rules of format/ share: the package, the pack, and what can be said of a path. */
import { type Finding, type FindingDetail, type FindingPlace, finding } from '../../../shared/findings.ts';
import { MANIFEST_PATH } from '../../../shared/models.ts';
import type { RuleId } from '../../../shared/rules.ts';
import type { DecodedText, FileFacts, PackageView } from '../package.ts';
import { type Fact, type FactVocabulary, factsOf } from './facts.ts';
import { type FormatPack, impliedScopes } from './pack.ts';
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
  readonly #texts = new Map<string, DecodedText>();
  readonly #placeholders: ReadonlySet<string>;

  constructor(view: PackageView, pack: FormatPack) {
    this.view = view;
    this.pack = pack;
    this.scopes = impliedScopes(view.manifest.scopes, pack);
    this.files = new Map(view.files.map((file) => [file.path, file]));
    this.listed = listedPaths(view.manifest.value.files);
    this.#placeholders = new Set(pack.content.placeholders.map(labelKey));
  }

  /** Text of a file, or null when it is not there or is no text: then another rule has said so. */
  text(path: string): DecodedText | null {
    const kept = this.#texts.get(path);
    if (kept) return kept;
    if (!this.files.get(path)?.isText) return null;
    const text = this.view.readText(path);
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

  /** A finding about a file, at its listing in the manifest: `pointer`, line and column are the manifest's. */
  atListing(rule: RuleId, file: FileFacts, member: string, detail: FindingDetail = {}): Finding {
    const index = file.declared?.index;
    const place = index === undefined ? {} : this.view.manifest.locate(`/files/${index}/${member}`);
    return finding(rule, { ...place, path: file.path }, detail);
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

function listedPaths(files: unknown): ReadonlySet<string> {
  if (!Array.isArray(files)) return new Set();
  return new Set(
    files.flatMap((file: unknown) => {
      const path = typeof file === 'object' && file !== null ? (file as { path?: unknown }).path : undefined;
      return typeof path === 'string' ? [path] : [];
    }),
  );
}
