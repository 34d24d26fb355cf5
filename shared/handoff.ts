/** File handoff (SPEC-04, format F11): the message that proves what happened to handed-over files, and the desk that writes it. */
import type { Finding } from './findings.ts';
import type { Problem } from './models.ts';

// ── the message ─────────────────────────────────────────────────────────────────────────────────

export const FILE_KINDS = ['content', 'improvement', 'report', 'audit', 'architecture', 'research', 'other'] as const;
export type HandoffFileKind = (typeof FILE_KINDS)[number];

export const DISPOSITIONS = [
  'apply-now',
  'convert-into-roadmap-progress',
  'preserve-as-duplicate',
  'defer-with-reason',
  'ask-for-clarification',
  'block-as-unsafe-or-out-of-scope',
] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

export const PROCESSED_OUTCOMES = [
  'incorporated',
  'adapted',
  'rejected-with-reason',
  'blocked-by-anchor',
  'preserved-to-durable-memory',
  'kept-active-with-reason',
] as const;
export type ProcessedOutcome = (typeof PROCESSED_OUTCOMES)[number];

export const RECOMMENDATION_DECISIONS = [
  'incorporated',
  'adapted',
  'rejected-with-reason',
  'blocked-by-anchor',
] as const;
export type RecommendationDecision = (typeof RECOMMENDATION_DECISIONS)[number];

export const SCAN_PHASES = ['startup', 'loop', 'startup-and-loop', 'prompt-coupled'] as const;
export type ScanPhase = (typeof SCAN_PHASES)[number];

export interface MessageParty {
  readonly type: string;
  readonly id: string;
  readonly label: string;
  readonly uri: string;
  readonly role: string;
}

/** One piece of evidence as the schema wants it. */
export interface EvidenceItem {
  readonly kind: string;
  readonly summary: string;
  readonly path?: string;
  readonly result?: string;
}

export interface MessageFile {
  readonly path: string;
  readonly mediaType: string;
  readonly fileKind: HandoffFileKind;
  readonly reviewAction: 'fully-process';
  readonly checksum: string;
  readonly [more: string]: unknown;
}

export interface MessageOutcome {
  readonly path: string;
  readonly fileKind: HandoffFileKind;
  readonly fullReadEvidence: readonly EvidenceItem[];
  readonly recommendationInventory: readonly {
    readonly stableId: string;
    readonly summary: string;
    readonly decision: RecommendationDecision;
    readonly reason: string;
    readonly evidence: readonly string[];
  }[];
  readonly disposition: Disposition;
  readonly processedOutcome: ProcessedOutcome;
  readonly substantiveWorkEvidence: readonly EvidenceItem[];
  readonly targetedCheckEvidence: readonly EvidenceItem[];
  readonly hotMemoryUpdate: {
    readonly status: 'updated' | 'no-change-with-reason';
    readonly paths: readonly string[];
    readonly summary: string;
  };
  readonly agentMemoryDistribution: readonly {
    readonly channel: string;
    readonly status: string;
    readonly evidence: string;
  }[];
  readonly durablePreservation: {
    readonly status: 'preserved' | 'not-configured' | 'blocked-with-evidence';
    readonly target: string;
    readonly provenance: string;
    readonly checksum: string;
    readonly disposition: string;
    readonly reviewEvidence: string;
    readonly truthBoundary: string;
  };
  readonly longTermPointer: {
    readonly stable_id: string;
    readonly path: string;
    readonly label: string;
    readonly routing_summary: string;
    readonly pointer_status: string;
    readonly authority_or_source: string;
    readonly review_status: string;
    readonly review_evidence: string;
    readonly checksum: string;
    readonly truth_boundary: string;
  };
  readonly sourceSiteRemoval: { readonly removed: boolean; readonly path: string; readonly evidence: string };
  readonly anchorConflicts: readonly Readonly<Record<string, string>>[];
  readonly [more: string]: unknown;
}

export interface MessageAnchor {
  readonly path: string;
  readonly stableRuleSetId: string;
  readonly present: boolean;
  readonly valid: boolean;
  readonly checksum: string;
  readonly signatureStatus: string;
  readonly readOrder: number;
}

export interface MessageAnchorEvidence {
  readonly protectedSet: readonly MessageAnchor[];
  readonly readOrderRecorded: boolean;
  readonly readOrder: readonly string[];
  readonly conflicts: readonly Readonly<Record<string, unknown>>[];
  readonly noOpReceipts: readonly Readonly<Record<string, unknown>>[];
  readonly talkBackEvidence: readonly Readonly<Record<string, unknown>>[];
  readonly mutation: {
    readonly requested: boolean;
    readonly governedChangeAuthorized: boolean;
    readonly authorizationEvidence: string;
    readonly priorVersionPreserved: boolean;
    readonly rollbackEvidence: string;
  };
  readonly reload: {
    readonly required: boolean;
    readonly complete: boolean;
    readonly approvedChangeGeneration: number;
    readonly activeAnchorGeneration: number;
  };
}

export interface MessageBody {
  readonly handoffId: string;
  readonly createdUtc: string;
  readonly intakeAuthority: {
    readonly contractStatus: 'mandatory_trusted_work_contract';
    readonly contentHandling: 'interpret_and_verify_not_blind_obedience';
    readonly pendingWorkSourceOfTruth: 'physical_active_intake_directories';
    readonly compactRule: string;
  };
  readonly liveIntakeScan: {
    readonly recorded: boolean;
    readonly scanPhase: ScanPhase;
    readonly pendingNonPlaceholderFileCount: number;
    readonly filePaths: readonly string[];
  };
  readonly intakeBuckets: readonly string[];
  readonly fileManifest: readonly MessageFile[];
  readonly reviewDispositions: readonly string[];
  readonly fileOutcomes: readonly MessageOutcome[];
  readonly finalIntakeScan: {
    readonly recorded: boolean;
    readonly pendingNonPlaceholderFileCount: number;
    readonly placeholderOnly: boolean;
    readonly sourceCopiesRemaining: readonly string[];
  };
  readonly intakeComplete: boolean;
  readonly anchorEvidence: MessageAnchorEvidence;
  readonly redactionPolicy: Readonly<Record<string, unknown>>;
  readonly lifecycle: readonly string[];
  readonly preservationPolicy: Readonly<Record<string, unknown>>;
  readonly evidence: readonly unknown[];
  readonly blockedFileRules: readonly string[];
  readonly supportBoundary: string;
  readonly localPolicyWins: boolean;
}

/** A message that passes the published schema. What its members claim is still only claimed. */
export interface HandoffMessage {
  readonly uai_version: '1.0';
  readonly profile: 'uaix.spec-04.file-handoff.v1';
  readonly message_id: string;
  readonly source: MessageParty;
  readonly target: MessageParty;
  readonly conversation: Readonly<Record<string, unknown>>;
  readonly delivery: Readonly<Record<string, unknown>> & { readonly expires_at: string };
  readonly trust: Readonly<Record<string, unknown>>;
  readonly body: MessageBody;
  readonly provenance: Readonly<Record<string, unknown>> & { readonly issued_at: string };
  readonly integrity: {
    readonly version: number;
    readonly algorithm: string;
    readonly canonicalization: string;
    readonly checksum: string;
  };
  readonly extensions: readonly Readonly<Record<string, unknown>>[];
}

// ── the desk ────────────────────────────────────────────────────────────────────────────────────

/** Fewer buckets than this are no handoff (SPEC-04: `intakeBuckets`, at least two). */
export const FEWEST_BUCKETS = 2;
/** Names of the buckets when the person gives none. */
export const DEFAULT_BUCKETS = ['content', 'improvement'] as const;

/** Whether a folder is still the one that was named. */
export type PlaceState = 'ready' | 'vanished' | 'replaced';

export interface HandoffPlace {
  /** First segment of the paths in a message: `content`. Empty for the evidence folder. */
  readonly label: string;
  /** Where it is on this machine. */
  readonly folder: string;
  readonly state: PlaceState;
}

export interface HandoffPlaces {
  readonly buckets: readonly HandoffPlace[];
  readonly evidence: HandoffPlace | null;
}

/**
 * What a scan found at a name: `pending` is ready to be taken in; a `placeholder` keeps a folder and is no work; `settling` is still being
 * written; `special` is a link, a device or too deep to follow; `unreadable` is closed to this account.
 */
export type ScanStatus = 'pending' | 'placeholder' | 'settling' | 'special' | 'unreadable';

export interface ScanEntry {
  /** As the message names it: bucket, slash, name in NFC; another name where the real one breaks a rule of paths. */
  readonly path: string;
  readonly bucket: string;
  /** Path inside the bucket as the disk spells it. */
  readonly name: string;
  readonly status: ScanStatus;
  readonly sizeBytes: number;
  /** The file of the open handoff that was taken from there; null before. */
  readonly fileId: string | null;
}

export interface HandoffScan {
  readonly utc: string;
  readonly phase: ScanPhase | 'final';
  readonly entries: readonly ScanEntry[];
  /** Everything that is no placeholder. */
  readonly pending: number;
  readonly placeholders: number;
  /** Labels of buckets that could not be looked at. */
  readonly missing: readonly string[];
}

/** What the desk may do with the bytes: a package goes to the quarantine, a blocked kind is never opened. */
export type HandoffContent = 'package' | 'message' | 'text' | 'image' | 'binary' | 'blocked';

export interface Recommendation {
  readonly summary: string;
  readonly decision: RecommendationDecision;
  readonly reason: string;
}

/** What a person decided about one file. */
export interface HandoffDecision {
  readonly fileKind: HandoffFileKind;
  readonly disposition: Disposition;
  readonly outcome: ProcessedOutcome;
  /** Why. Goes into the message. */
  readonly reason: string;
  readonly recommendations: readonly Recommendation[];
  /** Checks the person made besides the desk's own: what, and what came of it. */
  readonly checks: readonly { readonly summary: string; readonly result: string }[];
  /** Memory files that the person updated from it, as relative paths. */
  readonly memoryPaths: readonly string[];
}

export interface HandoffFile {
  /** 16 hex digits. */
  readonly fileId: string;
  readonly handoffId: string;
  readonly version: number;
  readonly path: string;
  readonly bucket: string;
  readonly name: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
  readonly content: HandoffContent;
  /** Which rule blocks it: `executable elf`, `archive zip`, `script sh`; null when none does. */
  readonly blockedBy: string | null;
  /** Lines of a text; null for other bytes. */
  readonly lines: number | null;
  readonly findings: readonly Finding[];
  readonly takenUtc: string;
  readonly takenBy: string;
  /** The package in the quarantine, for a `.uaix`. */
  readonly archiveSha256: string | null;
  /** Why a `.uaix` did not come into the quarantine. */
  readonly importProblem: Problem | null;
  /** A person had the whole content before them. */
  readonly viewedUtc: string | null;
  readonly viewedBy: string | null;
  readonly decision: HandoffDecision | null;
  readonly decidedUtc: string | null;
  readonly decidedBy: string | null;
  /** Path of the durable copy inside the evidence folder, with `/`. */
  readonly preservedAs: string | null;
  readonly preservedUtc: string | null;
  /** When the copy in the bucket was removed by this desk. */
  readonly removedUtc: string | null;
  readonly removedBy: string | null;
}

export interface HandoffRun {
  readonly handoffId: string;
  readonly startedUtc: string;
  readonly finishedUtc: string | null;
  /** Null until it is finished. */
  readonly complete: boolean | null;
  readonly messageId: string | null;
}

/** A message this desk keeps as evidence. */
export interface HandoffMessageRow {
  readonly messageId: string;
  readonly origin: 'finished' | 'received' | 'package';
  readonly sha256: string;
  readonly keptUtc: string;
  readonly createdUtc: string;
  readonly files: number;
  readonly complete: boolean;
}

export interface HandoffState {
  readonly places: HandoffPlaces;
  /** The open handoff; null when none was begun. */
  readonly run: HandoffRun | null;
  /** The latest scan of the open handoff. */
  readonly scan: HandoffScan | null;
  readonly files: readonly HandoffFile[];
  readonly messages: readonly HandoffMessageRow[];
}

/** Every act on the handoff desk. Each answers with the state after it. */
export type HandoffAct =
  | {
      readonly act: 'set-places';
      readonly buckets: readonly { readonly label: string; readonly folder: string }[];
      readonly evidence: string;
    }
  | { readonly act: 'scan'; readonly phase: ScanPhase }
  | { readonly act: 'take'; readonly path: string }
  | { readonly act: 'view'; readonly fileId: string; readonly sha256: string }
  | { readonly act: 'decide'; readonly fileId: string; readonly version: number; readonly decision: HandoffDecision }
  | { readonly act: 'preserve'; readonly fileId: string; readonly version: number }
  | { readonly act: 'remove'; readonly fileId: string; readonly version: number }
  | { readonly act: 'undo'; readonly fileId: string; readonly version: number }
  | { readonly act: 'finish' }
  | { readonly act: 'receive'; readonly path: string };

/** Content of a taken file for reading. Blocked kinds and packages have none. */
export interface HandoffContentView {
  readonly fileId: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly content: HandoffContent;
  /** Decoded, with secrets masked; null when it is no text. */
  readonly text: string | null;
}

/** One line of a message told as a story. The sentence is `handoff:timeline.<kind>` with these values. */
export interface TimelineEntry {
  readonly kind:
    | 'live-scan'
    | 'file'
    | 'outcome'
    | 'preserved'
    | 'removed'
    | 'kept'
    | 'final-scan'
    | 'anchor'
    | 'mutation'
    | 'complete'
    | 'incomplete';
  readonly values: Readonly<Record<string, string | number>>;
}

/** A message, judged and told. */
export interface HandoffMessageView {
  readonly name: string;
  readonly messageId: string | null;
  readonly origin: HandoffMessageRow['origin'] | 'file';
  readonly createdUtc: string | null;
  readonly findings: readonly Finding[];
  /** Empty when the message does not pass its schema. */
  readonly timeline: readonly TimelineEntry[];
  /** The message as it stands. */
  readonly text: string;
}

/** What a file of the desk waits for; `pending` for one that nobody took in. */
export type HandoffStep = 'pending' | 'taken' | 'viewed' | 'decided' | 'preserved' | 'kept' | 'removed';

/** Texts and messages are read before they are decided; other bytes this desk cannot show. */
export function isReadable({ content }: Pick<HandoffFile, 'content'>): boolean {
  return content === 'text' || content === 'message';
}

/** How far a file that was taken in has come. */
export function stepOf(file: HandoffFile): Exclude<HandoffStep, 'pending'> {
  if (file.removedUtc !== null) return 'removed';
  if (file.decision?.outcome === 'kept-active-with-reason') return 'kept';
  if (file.decision !== null) return file.preservedUtc === null ? 'decided' : 'preserved';
  return isReadable(file) && file.viewedUtc === null ? 'taken' : 'viewed';
}
