/** Findings about a file, at what the manifest lists for it. */
import { type Finding, type FindingDetail, finding } from '../../../shared/findings.ts';
import type { RuleId } from '../../../shared/rules.ts';
import type { DeclaredFile, Manifest } from '../package.ts';

/**
 * `path` is the file, so that the finding is seen with it; `pointer` leads to its listing. The listing's line and column are the
 * manifest's, not the file's: they are values of the message (`detail`), never the place that a viewer would mark in the file.
 */
export function listingFinding(
  rule: RuleId,
  manifest: Manifest,
  listing: Pick<DeclaredFile, 'index' | 'path'>,
  member: string,
  detail: FindingDetail = {},
): Finding {
  const { pointer, line, column } = manifest.locate(`/files/${listing.index}/${member}`);
  return finding(rule, { path: listing.path, pointer }, { ...detail, line, column });
}
