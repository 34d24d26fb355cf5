/** One taken file as an entry of the manifest and as an outcome of a message. Pure. */

import { countFindings } from '../../shared/findings.ts';
import type { EvidenceItem, HandoffFile, MessageFile, MessageOutcome } from '../../shared/handoff.ts';
import { say, wholeSeconds } from './envelope.ts';

/** How a file stands when its run is finished. */
export interface FinishedFile {
  readonly file: HandoffFile & { readonly decision: NonNullable<HandoffFile['decision']> };
  /** The final scan still sees it in its bucket. */
  readonly remains: boolean;
  /** State of its package in the quarantine; null for other files. */
  readonly packageState: string | null;
  /** Where the durable copy is, as the message names it; null when there is none. */
  readonly target: string | null;
  /** Why it is gone or still there, where this desk's own words about buckets do not fit. */
  readonly removal?: string;
}

/** The manifest entry of a file. The name on the sender's disk stands beside the path where the two differ. */
export function manifestEntry({ file }: FinishedFile): MessageFile {
  const { path, name, mediaType, decision, sha256, sizeBytes, content, blockedBy } = file;
  return {
    path,
    mediaType,
    fileKind: decision.fileKind,
    reviewAction: 'fully-process',
    checksum: `sha256:${sha256}`,
    sizeBytes,
    content,
    takenUtc: wholeSeconds(file.takenUtc),
    findings: countFindings(file.findings),
    ...(blockedBy === null ? {} : { blockedBy }),
    ...(path.endsWith(name) ? {} : { sourceName: name.toWellFormed() }),
  };
}

/** The outcome of a file: what was read, decided, checked, preserved and removed. */
export function outcomeOf(finished: FinishedFile): MessageOutcome {
  const { file } = finished;
  const { path, sha256, decision, fileId } = file;
  const checksum = `sha256:${sha256}`;
  const boundary = say('truthBoundary');
  const read = fullRead(finished);
  const { target } = finished;
  return {
    path,
    fileKind: decision.fileKind,
    fullReadEvidence: [read],
    recommendationInventory: decision.recommendations.map(({ summary, decision: decided, reason }, index) => ({
      stableId: `${fileId}-r${index + 1}`,
      summary,
      decision: decided,
      reason,
      evidence: [checksum],
    })),
    disposition: decision.disposition,
    processedOutcome: decision.outcome,
    substantiveWorkEvidence: [
      { kind: 'decision', summary: decision.reason, result: `${decision.disposition}, ${decision.outcome}` },
    ],
    targetedCheckEvidence: checksOf(file),
    hotMemoryUpdate:
      decision.memoryPaths.length > 0
        ? {
            status: 'updated',
            paths: decision.memoryPaths,
            summary: say('memoryUpdated', { by: file.decidedBy ?? '' }),
          }
        : { status: 'no-change-with-reason', paths: [], summary: say('memoryUnchanged') },
    agentMemoryDistribution: [{ channel: 'uaix-desktop', status: 'not-distributed', evidence: say('notDistributed') }],
    durablePreservation: {
      status: target === null ? 'not-configured' : 'preserved',
      target: target ?? say('notPreserved'),
      provenance: say('provenance', { by: file.takenBy, utc: wholeSeconds(file.takenUtc), path }),
      checksum,
      disposition: decision.disposition,
      reviewEvidence: read.summary,
      truthBoundary: boundary,
    },
    longTermPointer: {
      stable_id: `${file.handoffId}/${fileId}`,
      path: target ?? path,
      label: path,
      routing_summary: decision.reason,
      pointer_status: target === null ? 'source-only' : 'preserved',
      authority_or_source: file.bucket,
      review_status: decision.outcome,
      review_evidence: say('decided', { by: file.decidedBy ?? '', utc: wholeSeconds(file.decidedUtc ?? '') }),
      checksum,
      truth_boundary: boundary,
    },
    sourceSiteRemoval: { removed: !finished.remains, path, evidence: removalEvidence(finished) },
    anchorConflicts: [],
  };
}

function fullRead({ file, packageState }: FinishedFile): EvidenceItem {
  const { path, content, sizeBytes, lines, sha256, viewedUtc, viewedBy } = file;
  const result = `sha256:${sha256}`;
  const values = { sizeBytes, lines: lines ?? 0, by: viewedBy ?? '', utc: wholeSeconds(viewedUtc ?? '') };
  const item = (kind: string, key: string, more = {}): EvidenceItem => ({
    kind,
    summary: say(key, { ...values, ...more }),
    path,
    result,
  });
  if (content === 'blocked') return item('not-opened', 'notOpened', { rule: file.blockedBy ?? '' });
  if (content === 'package') {
    return file.archiveSha256 === null
      ? item('package-not-imported', 'packageNotImported', { problem: file.importProblem?.code ?? 'unknown' })
      : item('package-review', 'packageReview', { archive: file.archiveSha256, state: packageState ?? 'unknown' });
  }
  if (viewedUtc === null) return item('hashed-to-the-end', 'hashedOnly');
  return lines === null ? item('full-read', 'fullReadBytes') : item('full-read', 'fullRead');
}

function checksOf(
  file: HandoffFile & { readonly decision: NonNullable<HandoffFile['decision']> },
): readonly EvidenceItem[] {
  const counts = countFindings(file.findings);
  const scan: EvidenceItem = {
    kind: 'scan',
    summary: file.content === 'blocked' ? say('scanBlocked') : say('scan'),
    result: say('scanResult', { noOp: counts['no-op'], review: counts.review, note: counts.note }),
  };
  const hash: EvidenceItem[] =
    file.preservedUtc === null
      ? []
      : [
          {
            kind: 'hash',
            summary: say('hashCheck', { utc: wholeSeconds(file.preservedUtc) }),
            result: `sha256:${file.sha256}`,
          },
        ];
  const own = file.decision.checks.map(({ summary, result }) => ({ kind: 'person', summary, result }));
  return [scan, ...hash, ...own];
}

function removalEvidence({ file, remains, removal }: FinishedFile): string {
  if (removal !== undefined) return removal;
  if (remains) return file.decision.outcome === 'kept-active-with-reason' ? say('kept') : say('notRemoved');
  if (file.removedUtc === null) return say('goneElsewhere');
  return say('removed', { by: file.removedBy ?? '', utc: wholeSeconds(file.removedUtc) });
}
