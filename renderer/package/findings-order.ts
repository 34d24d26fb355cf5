/** The order in which `n` and `p` walk through the findings of a package. Pure. */
import type { FindingRecord, PackageDetail } from '../../shared/models.ts';
import { filesInOrder } from './tree-model.ts';

/** Those of the archive first, then file by file as in the tree, top to bottom. */
export function findingsInOrder(detail: Pick<PackageDetail, 'files' | 'findings'>): readonly FindingRecord[] {
  const places = new Map(
    filesInOrder(detail.files, { todoOnly: false, text: '' }).map((file, index) => [file.path, index] as const),
  );
  const place = (finding: FindingRecord): number =>
    finding.path === undefined ? -1 : (places.get(finding.path) ?? -1);
  return detail.findings.toSorted(
    (a, b) => place(a) - place(b) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}
