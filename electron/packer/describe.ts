/** What the manifest says of a file when its producer says nothing: worked out from path, bytes and the format pack. */
import { isUtf8 } from 'node:buffer';
import { isCodeFile } from '../inspect/format/code-files.ts';
import { extensionOf } from '../inspect/format/extension.ts';
import { type FormatPack, impliedScopes } from '../inspect/format/pack.ts';
import type { ScopeRule } from '../inspect/format/pack-data.ts';
import { tokenKey } from '../inspect/format/token.ts';

/** The members of a `files` element that are words (format F4.2). */
export interface FileDescription {
  readonly role: string;
  readonly requiredStatus: string;
  readonly scope: string;
  readonly mediaType: string;
  readonly reviewState: string;
  readonly source: string | Readonly<Record<string, unknown>>;
}

/** What the producer already said of the file, if anything. */
export type SaidOfFile = Readonly<Record<string, unknown>>;

/** A file of no set is there because the content asked for it (format F4.4). */
const STATUS_OUTSIDE_SETS = 'content_triggered_required';

/** Nobody said that somebody read the file, so nobody did. */
const REVIEW_STATE_WHEN_ABSENT = 'unreviewed';

const SOURCE_WHEN_ABSENT = 'packed from a folder; the draft of the manifest names no source';

const UNKNOWN_BYTES = 'application/octet-stream';

/**
 * @param declaredScopes as the draft spells them
 * @param said members of the draft's element: a role that it names may put the file into a set
 */
export function describeFile(
  path: string,
  bytes: Buffer,
  declaredScopes: readonly string[],
  pack: FormatPack,
  said: SaidOfFile = {},
): FileDescription {
  const scopes = declaredScopes.map((scope) => pack.scopeIds.get(tokenKey(scope))).filter((id) => id !== undefined);
  const role = typeof said.role === 'string' ? said.role : roleOf(path, scopes, pack);
  const set = setOf(path, role, scopes, pack);
  const scope = set?.id ?? scopeOutsideSets(path, scopes, pack);
  return {
    role,
    requiredStatus: set?.status ?? STATUS_OUTSIDE_SETS,
    scope,
    mediaType: mediaTypeOf(path, bytes, pack),
    reviewState: REVIEW_STATE_WHEN_ABSENT,
    source: SOURCE_WHEN_ABSENT,
  };
}

/** The set that asks for the file, by its path or by its role: the universal one first, then the declared scopes in their order. */
function setOf(path: string, role: string, scopes: readonly string[], pack: FormatPack): ScopeRule | null {
  const candidates = ['universal', ...scopes, ...impliedScopes(scopes, pack)];
  for (const id of candidates) {
    const rule = pack.scopes.get(id);
    if (rule?.files.some((file) => file.anyOf.includes(path)) || rule?.roles.some((wanted) => wanted.role === role)) {
      return rule;
    }
  }
  return null;
}

/** A file of no set belongs to the code when it is code, and otherwise to what the package is mainly about. */
function scopeOutsideSets(path: string, scopes: readonly string[], pack: FormatPack): string {
  if (isCodeFile(path, null, pack) && scopes.includes('code_bearing')) return 'code_bearing';
  return scopes[0] ?? pack.scopeData.universal.id;
}

/** A role is any token (format F4.3); these are the ones the pack knows, or the file's own name. */
function roleOf(path: string, scopes: readonly string[], pack: FormatPack): string {
  const segments = path.split('/');
  const name = segments.at(-1) ?? path;
  const stem = tokenKey(name.replace(/\.[^.]*$/u, '')) || 'file';
  const wanted = [...impliedScopes(scopes, pack)].flatMap((id) => pack.scopes.get(id)?.roles ?? []);
  if (wanted.some(({ role }) => role === stem)) return stem;
  if (path.startsWith('.uai/personality/')) return 'persona_detail';
  if (path.startsWith('.uai/exports/')) return `exports_${stem}`;
  if (path.startsWith('.uai/')) return name.endsWith('.human') ? `human_${stem}` : stem;
  if (isCodeFile(path, null, pack)) return /(?:^|[/._-])tests?(?:[/._-]|$)/iu.test(path) ? 'test_code' : 'source_code';
  const folder = segments.length > 1 ? segments[0] : undefined;
  if (folder === 'evidence') return 'evidence';
  if (folder === 'exports') return 'export';
  return extensionOf(path) === 'csv' ? 'data' : segments.length === 1 ? stem : 'document';
}

/** By extension; bytes without a known one are plain text when they are text, and otherwise named as what no importer takes. */
function mediaTypeOf(path: string, bytes: Buffer, pack: FormatPack): string {
  const extension = extensionOf(path);
  if (extension === 'human') return 'text/plain';
  if (pack.types.openExtensions.includes(extension)) return 'text/markdown';
  const fitting = pack.typesByExtension.get(extension)?.[0];
  if (fitting !== undefined) return fitting;
  return isUtf8(bytes) && !bytes.includes(0) ? 'text/plain' : UNKNOWN_BYTES;
}
