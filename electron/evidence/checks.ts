/** Which checks were made of a package and which were not: a report must say both (format F10). */
import { MANIFEST_PATH, type PackageDetail } from '../../shared/models.ts';

/** Families of rules, in the order in which they are judged. */
export const CHECK_FAMILIES = [
  'zip',
  'path',
  'manifest',
  'inventory',
  'type',
  'scope',
  'content',
  'anchor',
  'security',
  'boundary',
  'spec04',
] as const;
export type CheckFamily = (typeof CHECK_FAMILIES)[number];

/** Why something was not checked. Key of the sentence in the locales, under `skipped`. */
export type SkippedReason =
  | 'never-inspected'
  | 'container-unproven'
  | 'manifest-unread'
  | 'images-unread'
  | 'binary-unread'
  | 'digest-open'
  | 'digest-unverifiable'
  | 'spec04-absent'
  | 'rules-older'
  | 'undeclared-unjudged';

export interface SkippedCheck {
  readonly reason: SkippedReason;
  readonly paths: readonly string[];
}

/** Families that were applied, with the number of their findings. */
export function checksMade(
  detail: PackageDetail,
): readonly { readonly family: CheckFamily; readonly findings: number }[] {
  const skipped = new Set(checksSkipped(detail).map((check) => check.reason));
  if (skipped.has('never-inspected')) return [];
  const containerOnly: readonly CheckFamily[] = ['zip', 'path'];
  const withoutManifest: readonly CheckFamily[] = [...containerOnly, 'manifest', 'type', 'security'];
  const applied = skipped.has('container-unproven')
    ? containerOnly
    : skipped.has('manifest-unread')
      ? withoutManifest
      : CHECK_FAMILIES.filter((family) => family !== 'spec04' || !skipped.has('spec04-absent'));
  return applied.map((family) => ({
    family,
    findings: detail.findings.filter((found) => found.rule.startsWith(`${family}/`)).length,
  }));
}

/** What this program did not look at, and where. */
export function checksSkipped(detail: PackageDetail): readonly SkippedCheck[] {
  const { claims, files, findings, state, formatPackCurrent } = detail;
  if (state === 'receiving' || state === 'failed') return [{ reason: 'never-inspected', paths: [] }];
  const skipped: SkippedCheck[] = [];
  const add = (reason: SkippedReason, paths: readonly string[] = []) => skipped.push({ reason, paths });
  if (files.length === 0) add('container-unproven');
  else if (claims === null) add('manifest-unread', [MANIFEST_PATH]);
  const pathsOf = (rule: string) => findings.filter((f) => f.rule === rule).map((f) => f.path ?? MANIFEST_PATH);
  const kinds = (kind: string) => files.filter((file) => file.kind === kind).map((file) => file.path);
  if (kinds('image').length > 0) add('images-unread', kinds('image'));
  if (kinds('binary').length > 0) add('binary-unread', kinds('binary'));
  const open = [...pathsOf('inventory/hash-sentinel'), ...pathsOf('inventory/package-digest-sentinel')];
  if (open.length > 0) add('digest-open', open);
  const unverifiable = pathsOf('inventory/package-digest-unverifiable');
  if (unverifiable.length > 0) add('digest-unverifiable', unverifiable);
  const undeclared = files.filter((file) => !file.declared).map((file) => file.path);
  if (claims !== null && undeclared.length > 0) add('undeclared-unjudged', undeclared);
  if (files.length > 0 && !findings.some((found) => found.rule.startsWith('spec04/')) && !looksLikeHandoff(detail)) {
    add('spec04-absent');
  }
  if (!formatPackCurrent) add('rules-older');
  return skipped;
}

function looksLikeHandoff({ claims }: PackageDetail): boolean {
  return claims?.scopes.includes('agent_file_handoff') ?? false;
}
