/** The message that ends a run, from everything that is known about it. Pure: same facts, same message. */
import type {
  HandoffMessage,
  HandoffScan,
  MessageAnchor,
  MessageAnchorEvidence,
  MessageBody,
  ScanPhase,
} from '../../shared/handoff.ts';
import { ANCHOR_PATHS } from '../../shared/models.ts';
import { BLOCKED_RULES } from './blocked.ts';
import { CONSTANT_BODY, composeMessage, type EnvelopeFacts, say, wholeSeconds } from './envelope.ts';
import { type FinishedFile, manifestEntry, outcomeOf } from './outcome.ts';

export interface RunFacts extends EnvelopeFacts {
  readonly buckets: readonly string[];
  /** Files that the scans before the last saw pending and settled, and those that were taken in. */
  readonly livePaths: readonly string[];
  readonly phase: ScanPhase;
  readonly files: readonly FinishedFile[];
  readonly final: HandoffScan;
  readonly anchors: { readonly set: readonly MessageAnchor[]; readonly generation: number };
}

/** The message of a run. `intakeComplete` is worked out here and nowhere else. */
export function runMessage(facts: RunFacts): HandoffMessage {
  return composeMessage(facts, bodyOf(facts));
}

function bodyOf(facts: RunFacts): MessageBody {
  const { id, buckets, files, final, livePaths, phase } = facts;
  const remaining = final.entries.filter(({ status }) => status !== 'placeholder').map(({ path }) => path);
  const wasWhole = final.missing.length === 0;
  return {
    ...CONSTANT_BODY,
    handoffId: id,
    createdUtc: wholeSeconds(facts.createdUtc),
    liveIntakeScan: {
      recorded: true,
      scanPhase: phase,
      pendingNonPlaceholderFileCount: livePaths.length,
      filePaths: livePaths,
    },
    intakeBuckets: buckets.map((label) => `${label}/`),
    fileManifest: files.map(manifestEntry),
    reviewDispositions: [...new Set(files.map(({ file }) => file.decision.disposition))].sort(),
    fileOutcomes: files.map(outcomeOf),
    finalIntakeScan: {
      // A bucket that could not be looked at was not scanned, and nothing is claimed about it.
      recorded: wasWhole,
      pendingNonPlaceholderFileCount: remaining.length,
      placeholderOnly: wasWhole && remaining.length === 0,
      sourceCopiesRemaining: remaining,
    },
    intakeComplete: isComplete(facts, remaining),
    anchorEvidence: untouchedAnchors(facts.anchors),
    lifecycle: ['scanned', 'taken', 'read', 'decided', 'preserved', 'removed', 'scanned-again', 'recorded'],
    preservationPolicy: { copies: say('preservation'), removal: say('removalPolicy') },
    evidence: [{ kind: 'event-log', reference: facts.logRef }],
    blockedFileRules: BLOCKED_RULES,
  };
}

function isComplete({ files, final, livePaths }: RunFacts, remaining: readonly string[]): boolean {
  const listed = new Set(files.map(({ file }) => file.path));
  return (
    final.missing.length === 0 &&
    remaining.length === 0 &&
    files.every(({ file, remains }) => !remains && file.decision.outcome !== 'kept-active-with-reason') &&
    livePaths.every((path) => listed.has(path))
  );
}

/** A handoff changes no anchor: none was asked for, and none is done. */
export function untouchedAnchors({ set, generation }: RunFacts['anchors']): MessageAnchorEvidence {
  return {
    protectedSet: set,
    readOrderRecorded: true,
    readOrder: [...ANCHOR_PATHS],
    conflicts: [],
    noOpReceipts: [],
    talkBackEvidence: [],
    mutation: {
      requested: false,
      governedChangeAuthorized: false,
      authorizationEvidence: say('noMutation'),
      priorVersionPreserved: true,
      rollbackEvidence: say('noMutation'),
    },
    reload: {
      required: false,
      complete: true,
      approvedChangeGeneration: generation,
      activeAnchorGeneration: generation,
    },
  };
}

/** An anchor as the evidence names it. @param sha256 null when it is not there */
export function anchorEvidence(path: string, sha256: string | null): MessageAnchor {
  return {
    path,
    stableRuleSetId: path.slice('.uai/'.length, -'.uai'.length),
    present: sha256 !== null,
    valid: sha256 !== null,
    checksum: sha256 === null ? 'absent' : `sha256:${sha256}`,
    signatureStatus: 'unsigned',
    readOrder: (ANCHOR_PATHS as readonly string[]).indexOf(path) + 1,
  };
}
