/** A SPEC-04 message about one package: its files as the manifest, decisions as outcomes, anchors with digests and read order. Pure. */
import { createHash } from 'node:crypto';
import type { HandoffDecision, HandoffMessage, MessageAnchorEvidence, MessageBody } from '../../shared/handoff.ts';
import {
  ANCHOR_PATHS,
  type EventRecord,
  type FileRecord,
  isAnchorPath,
  type PackageDetail,
} from '../../shared/models.ts';
import { checkPath } from '../inspect/container/path-grammar.ts';
import { BLOCKED_RULES } from './blocked.ts';
import { CONSTANT_BODY, composeMessage, type EnvelopeFacts, say, wholeSeconds } from './envelope.ts';
import { anchorEvidence } from './message.ts';
import { type FinishedFile, manifestEntry, outcomeOf } from './outcome.ts';

export interface PackageFacts extends Omit<EnvelopeFacts, 'id' | 'lineage'> {
  readonly detail: PackageDetail;
  /** Events about the package and the profile it went to, in their order. */
  readonly events: readonly EventRecord[];
}

/** States in which nothing more is waiting for a person. */
const ENDED: ReadonlySet<string> = new Set(['loaded', 'rejected', 'no_op', 'purged']);

/** Where a package waits: the two folders of the schema are the quarantine and the queue of its review. */
const BUCKETS = ['quarantine/', 'review/'];

/** The message of an import or a load. */
export function packageMessage(facts: PackageFacts): HandoffMessage {
  const { archiveSha256, fileName } = facts.detail;
  const lineage = [{ archive: `sha256:${archiveSha256}`, fileName: fileName.toWellFormed() }];
  return composeMessage({ ...facts, id: `package-${archiveSha256.slice(0, 32)}`, lineage }, bodyOf(facts));
}

function bodyOf(facts: PackageFacts): MessageBody {
  const { detail, createdUtc } = facts;
  const files = detail.files.map((file) => finishedFile(facts, file));
  const paths = files.map(({ file }) => file.path);
  const remaining = files.filter(({ remains }) => remains).map(({ file }) => file.path);
  const isEnded = ENDED.has(detail.state);
  return {
    ...CONSTANT_BODY,
    handoffId: `package-${detail.archiveSha256}`,
    createdUtc: wholeSeconds(createdUtc),
    liveIntakeScan: {
      recorded: true,
      scanPhase: 'prompt-coupled',
      pendingNonPlaceholderFileCount: paths.length,
      filePaths: paths,
    },
    intakeBuckets: BUCKETS,
    fileManifest: files.map(manifestEntry),
    reviewDispositions: [...new Set(files.map(({ file }) => file.decision.disposition))].sort(),
    fileOutcomes: files.map(outcomeOf),
    finalIntakeScan: {
      recorded: true,
      pendingNonPlaceholderFileCount: remaining.length,
      placeholderOnly: isEnded,
      sourceCopiesRemaining: remaining,
    },
    intakeComplete: isEnded,
    anchorEvidence: anchorsOf(facts),
    lifecycle: ['copied', 'inspected', 'reviewed', detail.state],
    preservationPolicy: { copies: say('packagePreservation') },
    evidence: facts.events.map(({ seq, utc, kind, hash }) => ({ kind: 'event', seq, utc, event: kind, hash })),
    blockedFileRules: BLOCKED_RULES,
  };
}

function finishedFile({ detail, events }: PackageFacts, record: FileRecord): FinishedFile {
  const { archiveSha256, state, receivedUtc } = detail;
  const path = safePath(record.path);
  const decision = decisionOf(detail, record);
  const receivedBy = events.find(({ kind }) => kind === 'package.received')?.actor ?? 'desk';
  const isEnded = ENDED.has(state);
  return {
    file: {
      fileId: createHash('sha256').update(`${archiveSha256}\n${record.path}`).digest('hex').slice(0, 16),
      handoffId: `package-${archiveSha256}`,
      version: detail.version,
      path,
      bucket: 'quarantine',
      name: record.path,
      sha256: record.sha256,
      sizeBytes: record.sizeBytes,
      mediaType: record.mediaType ?? 'application/octet-stream',
      content: record.kind,
      blockedBy: null,
      lines: null,
      findings: detail.findings.filter((found) => found.path === record.path),
      takenUtc: receivedUtc,
      takenBy: receivedBy,
      archiveSha256,
      importProblem: null,
      viewedUtc: record.viewedUtc,
      viewedBy: record.decision?.by ?? receivedBy,
      decision,
      decidedUtc: record.decision?.utc ?? receivedUtc,
      decidedBy: record.decision?.by ?? receivedBy,
      preservedAs: null,
      preservedUtc: state === 'purged' ? null : receivedUtc,
      removedUtc: null,
      removedBy: null,
    },
    remains: !isEnded,
    packageState: state,
    target: state === 'purged' ? null : `quarantine/${archiveSha256}`,
    removal: isEnded ? say('leftReview', { state }) : say('inReview', { state }),
  };
}

/** Names of a refused package may break every rule; a message names such a file by a digest of its name. */
function safePath(path: string): string {
  if (checkPath(path, 'manifest').every(({ rule }) => rule === 'path/mixed-script' || rule === 'path/system-litter')) {
    return path;
  }
  return `unnameable-${createHash('sha256').update(Buffer.from(path, 'utf16le')).digest('hex').slice(0, 16)}`;
}

function decisionOf(detail: PackageDetail, { decision }: FileRecord): HandoffDecision {
  const { state, firstNoOp } = detail;
  const base = { fileKind: 'content', checks: [], memoryPaths: [] } as const;
  const note = decision?.note ?? null;
  const recommend = (
    reason: string,
    decided: 'incorporated' | 'rejected-with-reason',
  ): HandoffDecision['recommendations'] => [{ summary: say('packageRecommendation'), decision: decided, reason }];
  if (state === 'loaded') {
    const reason = note ?? say('packageLoaded', { generation: detail.loadedAs?.generation ?? 0 });
    return {
      ...base,
      disposition: 'apply-now',
      outcome: 'incorporated',
      reason,
      recommendations: recommend(reason, 'incorporated'),
    };
  }
  if (ENDED.has(state)) {
    const reason =
      firstNoOp === null ? say('packageEnded', { state }) : say('packageRefused', { rule: firstNoOp.rule });
    return {
      ...base,
      disposition: 'block-as-unsafe-or-out-of-scope',
      outcome: 'rejected-with-reason',
      reason,
      recommendations: recommend(reason, 'rejected-with-reason'),
    };
  }
  const reason = say(decision === null ? 'packageUndecided' : 'packageDecided', { decision: decision?.decision ?? '' });
  return {
    ...base,
    disposition: 'defer-with-reason',
    outcome: 'kept-active-with-reason',
    reason,
    recommendations: recommend(reason, 'rejected-with-reason'),
  };
}

function anchorsOf({ detail, events }: PackageFacts): MessageAnchorEvidence {
  const digests = new Map(detail.files.map((file) => [file.path, file.sha256]));
  const { loadedAs, target } = detail;
  const generation = loadedAs?.generation ?? target?.generation ?? 0;
  const carriedOut = events.filter(
    ({ kind, data }) => kind === 'anchor.changed' && data.generation === loadedAs?.generation,
  );
  const asked = loadedAs === null ? askedChanges(detail) : [];
  const words = carriedOut.map(({ data }) => String(data.authorization ?? '')).filter((text) => text !== '');
  const refs = carriedOut.map(({ seq, hash }) => `event ${seq} ${hash}`).join(', ');
  const isChanged = carriedOut.length > 0;
  const from = Number(carriedOut[0]?.data.from ?? 0);
  return {
    protectedSet: ANCHOR_PATHS.map((path) => anchorEvidence(path, digests.get(path) ?? null)),
    readOrderRecorded: true,
    readOrder: [...ANCHOR_PATHS],
    conflicts: [],
    noOpReceipts: asked.map((path) => ({
      anchorPath: path,
      requestedAction: 'change',
      outcome: 'no-op',
      reason: say('anchorNoOp'),
    })),
    talkBackEvidence: [],
    mutation: {
      requested: isChanged || asked.length > 0,
      governedChangeAuthorized: isChanged,
      authorizationEvidence: isChanged
        ? say('anchorAuthorized', { words: words.join('; '), events: refs })
        : say('noMutation'),
      priorVersionPreserved: true,
      rollbackEvidence: isChanged ? say('anchorRollback', { generation: from }) : say('noMutation'),
    },
    reload: {
      required: isChanged,
      complete: true,
      approvedChangeGeneration: generation,
      activeAnchorGeneration: generation,
    },
  };
}

/** Anchors that the package would change in the profile it would go to, and that nobody authorised. */
function askedChanges(detail: PackageDetail): readonly string[] {
  if (detail.target === null) return [];
  const changed = detail.files.filter(
    ({ path, change }) => isAnchorPath(path) && (change === 'changed' || change === 'added'),
  );
  return [...changed.map(({ path }) => path), ...detail.removedPaths.filter(isAnchorPath)];
}
