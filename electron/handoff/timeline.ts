/** A message as a story: what was seen, what became of each file, what is left, what the anchors did. Pure. */
import type { HandoffMessage, TimelineEntry } from '../../shared/handoff.ts';

/** The entries in the order in which a reader asks. Everything in them is what the message claims. */
export function timelineOf({ body }: HandoffMessage): readonly TimelineEntry[] {
  const { liveIntakeScan: live, finalIntakeScan: final, anchorEvidence: anchors } = body;
  const outcomes = new Map(body.fileOutcomes.map((outcome) => [outcome.path, outcome]));
  const files = body.fileManifest.flatMap((file): TimelineEntry[] => {
    const outcome = outcomes.get(file.path);
    const { path, mediaType, fileKind, checksum } = file;
    const seen: TimelineEntry = { kind: 'file', values: { path, mediaType, fileKind, checksum } };
    if (!outcome) return [seen];
    const { disposition, processedOutcome, durablePreservation: kept, sourceSiteRemoval: removal } = outcome;
    const recommendations = outcome.recommendationInventory.length;
    return [
      seen,
      { kind: 'outcome', values: { path, disposition, outcome: processedOutcome, count: recommendations } },
      { kind: 'preserved', values: { path, status: kept.status, target: kept.target } },
      { kind: removal.removed ? 'removed' : 'kept', values: { path, evidence: removal.evidence } },
    ];
  });
  const { mutation } = anchors;
  return [
    {
      kind: 'live-scan',
      values: {
        phase: live.scanPhase,
        count: live.pendingNonPlaceholderFileCount,
        buckets: body.intakeBuckets.join(', '),
      },
    },
    ...files,
    {
      kind: 'final-scan',
      values: { count: final.pendingNonPlaceholderFileCount, remaining: final.sourceCopiesRemaining.length },
    },
    ...anchors.protectedSet.map(
      ({ path, present, checksum }): TimelineEntry => ({
        kind: 'anchor',
        values: { path, present: String(present), checksum },
      }),
    ),
    ...(mutation.requested
      ? [
          {
            kind: 'mutation' as const,
            values: {
              authorized: String(mutation.governedChangeAuthorized),
              evidence: mutation.authorizationEvidence,
              rollback: mutation.rollbackEvidence,
            },
          },
        ]
      : []),
    { kind: body.intakeComplete ? 'complete' : 'incomplete', values: {} },
  ];
}
