/** What the manifest says of each file: scope, required status, review state, role, wording (format F4.4, F5, F5.5, F6, F8). */
import type { Finding } from '../../../shared/findings.ts';
import { isAnchorPath, MANIFEST_PATH } from '../../../shared/models.ts';
import { shown } from '../manifest/shown.ts';
import type { DeclaredFile, FileFacts } from '../package.ts';
import type { FormatContext } from './context.ts';
import { tokenKey } from './token.ts';

const UNIVERSAL_STATUS = 'universal_required';
const OUT_OF_SCOPE = 'out_of_scope';

/** Judges the listing of every file that is in the archive; of the others, inventory/missing says enough. */
export function checkListings(context: FormatContext): readonly Finding[] {
  return [
    ...packageWording(context),
    ...context.view.files.flatMap((file) => (file.declared ? checkListing(context, file, file.declared) : [])),
  ];
}

function checkListing(context: FormatContext, file: FileFacts, declared: DeclaredFile): readonly Finding[] {
  return [
    ...scopeOf(context, file, declared),
    ...statusOf(context, file, declared),
    ...wordingOf(context, file, declared),
    ...reviewStateOf(context, file, declared),
    ...anchorRole(context, file, declared),
  ];
}

function scopeOf(context: FormatContext, file: FileFacts, { scope }: DeclaredFile): readonly Finding[] {
  if (context.scopes.has(scope)) return [];
  const known = context.pack.scopes.has(scope);
  const detail = { scope: shown(scope), ...(known ? {} : { variant: 'unknown' }) };
  return [context.atListing('scope/file-scope', file, 'scope', detail)];
}

function statusOf(
  context: FormatContext,
  file: FileFacts,
  { requiredStatus, scope }: DeclaredFile,
): readonly Finding[] {
  const { requiredStatuses } = context.pack.vocabulary;
  const at = (
    rule: 'scope/required-status' | 'scope/status-mismatch',
    detail: Record<string, string | readonly string[]>,
  ) => context.atListing(rule, file, 'requiredStatus', { actual: shown(requiredStatus), ...detail });
  if (!requiredStatuses.includes(requiredStatus)) return [at('scope/required-status', { known: requiredStatuses })];
  const universal = isInSet(context, 'universal', file.path);
  const retired = context.pack.scopeData.outOfScopeFolders.find(
    (one) => context.scopes.has(one.scope) && file.path.toLowerCase().startsWith(one.folder.toLowerCase()),
  );
  if (retired)
    return [at('scope/status-mismatch', { variant: 'retired-folder', scope: retired.scope, folder: retired.folder })];
  if (requiredStatus === OUT_OF_SCOPE) return [at('scope/status-mismatch', { variant: 'out-of-scope' })];
  if (universal && requiredStatus !== UNIVERSAL_STATUS) {
    return [at('scope/status-mismatch', { variant: 'universal', expected: UNIVERSAL_STATUS })];
  }
  const isRequired = context.setsWith(file.path).length > 0;
  const owner = isRequired
    ? [...context.scopes].find((id) => id !== 'universal' && isInSet(context, id, file.path))
    : undefined;
  if (requiredStatus === UNIVERSAL_STATUS && !universal && (owner !== undefined || scope !== 'universal')) {
    const expected = context.pack.scopes.get(owner ?? scope)?.status ?? 'profile_required';
    return [at('scope/status-mismatch', { variant: 'not-universal', expected })];
  }
  return closedFolder(context, file, owner);
}

/** A set that is closed has no room for more: an extra file in its folder is required by nothing. */
function closedFolder(context: FormatContext, file: FileFacts, owner: string | undefined): readonly Finding[] {
  const closed = context.pack.scopeData.closedFolders.find(({ folder }) => file.path.startsWith(folder));
  if (!closed || owner !== undefined || !context.scopes.has(closed.scope)) return [];
  const detail = { variant: 'outside-set', actual: file.declared?.requiredStatus ?? '', scope: closed.scope };
  return [context.atListing('scope/status-mismatch', file, 'requiredStatus', detail)];
}

function isInSet(context: FormatContext, scope: string, path: string): boolean {
  return context.setsWith(path).some(({ id }) => id === scope);
}

/** Format F5.5: words that are no status. `requiredStatus` breaks its closed list as well, which refuses the package. */
function wordingOf(context: FormatContext, file: FileFacts, declared: DeclaredFile): readonly Finding[] {
  return (['requiredStatus', 'role', 'reviewState'] as const).flatMap((member) => {
    const word = declared[member];
    if (!context.pack.vocabulary.bannedLabels.includes(tokenKey(word))) return [];
    return [context.atListing('scope/wording', file, member, { word: shown(word), member })];
  });
}

function packageWording(context: FormatContext): readonly Finding[] {
  const status = context.view.manifest.value.status;
  if (typeof status !== 'string' || !context.pack.vocabulary.bannedLabels.includes(tokenKey(status))) return [];
  return [context.atManifest('scope/wording', '/status', { word: shown(status), member: 'status' })];
}

function reviewStateOf(context: FormatContext, file: FileFacts, { reviewState }: DeclaredFile): readonly Finding[] {
  if (file.path === MANIFEST_PATH || !context.pack.vocabulary.unreviewedStates.includes(reviewState)) return [];
  return [context.atListing('content/unreviewed', file, 'reviewState', { actual: reviewState })];
}

/** The role of an anchor names it, or says that it is one; other files do not carry such a role. */
function anchorRole(context: FormatContext, file: FileFacts, { role }: DeclaredFile): readonly Finding[] {
  const key = tokenKey(role);
  const isAnchor = isAnchorPath(file.path);
  if (!isAnchor && !ANCHOR_WORD.test(key)) return [];
  const words = key.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const names = words.filter((word) => ANCHOR_NAMES.includes(word));
  const isAnchorWord = words.some((word) => word === 'anchor' || word === 'anchors');
  const word = file.path.slice(file.path.lastIndexOf('/') + 1).replace('.uai', '');
  if (isAnchor) {
    const fits = names.length === 0 ? isAnchorWord : names.every((name) => name === word);
    return fits ? [] : [context.atListing('anchor/role', file, 'role', { actual: shown(role), expected: word })];
  }
  const known = new Set([...context.pack.vocabulary.anchorRoleWords, ...ANCHOR_NAMES]);
  const claims = (isAnchorWord || names.length > 0) && words.every((one) => known.has(one));
  return claims ? [context.atListing('anchor/role', file, 'role', { variant: 'elsewhere', actual: shown(role) })] : [];
}

const ANCHOR_NAMES: readonly string[] = ['totem', 'taboo', 'talisman'];
/** Without one of these no word of a role names an anchor. */
const ANCHOR_WORD = /totem|taboo|talisman|anchor/;
