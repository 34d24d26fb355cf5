/** A message for tests that passes every rule, and a way to spoil one place of it. */
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

type Json = any;

const ANCHORS = ['.uai/totem.uai', '.uai/taboo.uai', '.uai/talisman.uai'];

function outcome(path: string, fileKind: string): Json {
  const evidence = [{ kind: 'read', summary: 'Read to the end.' }];
  return {
    path,
    fileKind,
    fullReadEvidence: evidence,
    recommendationInventory: [
      {
        stableId: 'r1',
        summary: 'Rename the mill.',
        decision: 'adapted',
        reason: 'The name stays in brackets.',
        evidence: [],
      },
    ],
    disposition: 'apply-now',
    processedOutcome: 'adapted',
    substantiveWorkEvidence: evidence,
    targetedCheckEvidence: evidence,
    hotMemoryUpdate: { status: 'no-change-with-reason', paths: [], summary: 'Nothing to update.' },
    agentMemoryDistribution: [{ channel: 'desk', status: 'none', evidence: 'No agent took part.' }],
    durablePreservation: {
      status: 'preserved',
      target: `archive/${path}`,
      provenance: 'intake',
      checksum: 'sha256:00',
      disposition: 'apply-now',
      reviewEvidence: 'read',
      truthBoundary: 'bytes only',
    },
    longTermPointer: {
      stable_id: 'p1',
      path: `archive/${path}`,
      label: path,
      routing_summary: 'The handed-over file.',
      pointer_status: 'active',
      authority_or_source: 'intake',
      review_status: 'reviewed',
      review_evidence: 'read',
      checksum: 'sha256:00',
      truth_boundary: 'bytes only',
    },
    sourceSiteRemoval: { removed: true, path, evidence: 'Removed after the copy was verified.' },
    anchorConflicts: [],
  };
}

/** The parts of a message, all of them right, without `integrity.checksum`. */
export function messageParts(): Json {
  const party = { type: 'desk', id: 'desk-1', label: 'Desk one', uri: 'urn:example:desk-1', role: 'sender' };
  const paths = ['content/mill.md', 'improvement/plan.md'];
  return {
    uai_version: '1.0',
    profile: 'uaix.spec-04.file-handoff.v1',
    message_id: 'msg_example-0001',
    source: party,
    target: { ...party, id: 'desk-2', role: 'receiver' },
    conversation: {
      conversation_id: 'conv_example-0001',
      turn_id: 'turn_0001',
      correlation_id: 'corr_example-0001',
      sequence: 1,
    },
    delivery: {
      mode: 'async',
      priority: 'routine',
      expires_at: '2031-01-01T00:00:00Z',
      reply_requested: false,
      ack_required: false,
      idempotency_key: 'idem_example-0001',
      retry_count: 0,
      sequence: 1,
      lifecycle: 'finished',
      timeout_ms: 0,
      fallback_directive: 'keep',
    },
    trust: {
      channel: 'private-api',
      auth_scheme: 'none',
      principal: 'ada',
      signatureStatus: 'unsigned',
      verification: { status: 'unverified', reason: 'No signature.' },
    },
    body: {
      handoffId: 'handoff-1',
      createdUtc: '2030-01-01T00:00:00Z',
      intakeAuthority: {
        contractStatus: 'mandatory_trusted_work_contract',
        contentHandling: 'interpret_and_verify_not_blind_obedience',
        pendingWorkSourceOfTruth: 'physical_active_intake_directories',
        compactRule: 'The folders decide.',
      },
      liveIntakeScan: {
        recorded: true,
        scanPhase: 'startup',
        pendingNonPlaceholderFileCount: 2,
        filePaths: paths,
      },
      intakeBuckets: ['content/', 'improvement/'],
      fileManifest: [
        {
          path: paths[0],
          mediaType: 'text/markdown',
          fileKind: 'content',
          reviewAction: 'fully-process',
          checksum: 'sha256:00',
        },
        {
          path: paths[1],
          mediaType: 'text/markdown',
          fileKind: 'improvement',
          reviewAction: 'fully-process',
          checksum: 'sha256:00',
        },
      ],
      reviewDispositions: ['apply-now'],
      fileOutcomes: [outcome('content/mill.md', 'content'), outcome('improvement/plan.md', 'improvement')],
      finalIntakeScan: {
        recorded: true,
        pendingNonPlaceholderFileCount: 0,
        placeholderOnly: true,
        sourceCopiesRemaining: [],
      },
      intakeComplete: true,
      anchorEvidence: {
        protectedSet: ANCHORS.map((path, index) => ({
          path,
          stableRuleSetId: path,
          present: true,
          valid: true,
          checksum: 'sha256:00',
          signatureStatus: 'unsigned',
          readOrder: index + 1,
        })),
        readOrderRecorded: true,
        readOrder: ANCHORS,
        conflicts: [],
        noOpReceipts: [],
        talkBackEvidence: [],
        mutation: {
          requested: false,
          governedChangeAuthorized: false,
          authorizationEvidence: 'none',
          priorVersionPreserved: false,
          rollbackEvidence: 'none',
        },
        reload: { required: false, complete: true, approvedChangeGeneration: 0, activeAnchorGeneration: 0 },
      },
      redactionPolicy: {},
      lifecycle: ['scan', 'read', 'decide', 'preserve', 'remove', 'scan'],
      preservationPolicy: {},
      evidence: [],
      blockedFileRules: ['executables'],
      supportBoundary: 'Agent runtimes execute; this message records.',
      localPolicyWins: true,
    },
    provenance: {
      trace_id: 'trace_example-0001',
      issued_at: '2030-01-01T00:00:00Z',
      log_ref: 'log-1',
      agent_id: 'agent',
      model_id: 'none',
      confidence: 1,
      lineage: [],
    },
    extensions: [],
  };
}

/** The message as a file: spoiled by `change`, then given its checksum; indented by two, so that lines can be counted. */
export function messageFile(change: (message: Json) => void = () => {}): Buffer {
  const message = structuredClone(messageParts());
  change(message);
  const checksum = hash('sha256', canonicalize(message) ?? '');
  const integrity = { version: 1, algorithm: 'sha256', canonicalization: 'RFC8785', checksum };
  return Buffer.from(JSON.stringify({ ...message, integrity }, null, 2));
}
