/** What the rooms of the program tell each other about: readonly data without behaviour. */
import type { Finding, FindingCounts, Verdict } from './findings.ts';
import type { Limits } from './limits.ts';

// ── inspection ──────────────────────────────────────────────────────────────────────────────────

/** Names the format pack that a report was made with. */
export interface FormatPackId {
  readonly id: string;
  readonly version: string;
  /** SHA-256 over the pack's files: a changed rule is a changed pack. */
  readonly sha256: string;
}

export const ANCHOR_PATHS = ['.uai/totem.uai', '.uai/taboo.uai', '.uai/talisman.uai'] as const;
export type AnchorPath = (typeof ANCHOR_PATHS)[number];

export function isAnchorPath(path: string): path is AnchorPath {
  return (ANCHOR_PATHS as readonly string[]).includes(path);
}

/** Files that make a persona: the persona itself and its details. A derivative changes only these (format F7). */
export function isPersonaPath(path: string): boolean {
  return /^\.uai\/(?:persona\.uai|personality\/[^/]+\.uai)$/.test(path);
}

export const MANIFEST_PATH = '.uai/manifest.uaix.json';

/** What the viewer can do with the bytes of a file. */
export type FileKind = 'text' | 'image' | 'binary';

/** One file of a package, as found, not as claimed. Claims are in the members that may be null. */
export interface InspectedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** Of the actual bytes, lower-case hex. */
  readonly sha256: string;
  readonly kind: FileKind;
  /** False when the manifest does not list it. The manifest itself counts as declared. */
  readonly declared: boolean;
  readonly mediaType: string | null;
  readonly role: string | null;
  readonly requiredStatus: string | null;
  readonly scope: string | null;
  readonly reviewState: string | null;
  /** The `source` member as one line of text. */
  readonly source: string | null;
}

/** What the manifest claims about the package, for headers and clauses. Claims, not facts. */
export interface PackageClaims {
  readonly packageId: string;
  readonly profileId: string;
  /** Human-readable title when the manifest has one, else null. */
  readonly title: string | null;
  readonly issuer: string;
  readonly status: string;
  readonly createdUtc: string;
  readonly scopes: readonly string[];
  readonly entrypoints: readonly string[];
  readonly supportBoundary: string;
  /** Number of files of the archive, folders not counted. */
  readonly files: number;
  /** True when the manifest presents the package as a derivative of another persona. */
  readonly derivative: boolean;
}

/** The whole result of inspecting one archive. Same bytes, same report. */
export interface InspectionReport {
  readonly archiveSha256: string;
  readonly sizeBytes: number;
  readonly verdict: Verdict;
  readonly formatPack: FormatPackId;
  /** Null when the manifest could not be read. */
  readonly claims: PackageClaims | null;
  readonly files: readonly InspectedFile[];
  /** Ordered by `compareFindings`. */
  readonly findings: readonly Finding[];
}

// ── quarantine ──────────────────────────────────────────────────────────────────────────────────

export type PackageState = 'receiving' | 'no_op' | 'in_review' | 'loaded' | 'rejected' | 'failed' | 'purged';

export const PACKAGE_STATES: readonly PackageState[] = [
  'receiving',
  'no_op',
  'in_review',
  'loaded',
  'rejected',
  'failed',
  'purged',
];

export type Decision = 'approved' | 'rejected';

/** A recorded decision about one file. Stale when the pack or the policy it was made under has changed. */
export interface FileDecision {
  readonly decision: Decision;
  readonly note: string | null;
  readonly by: string;
  readonly utc: string;
  readonly stale: boolean;
  /** How it came about: by itself, together with the clean rest, or carried over from a generation. */
  readonly manner: 'single' | 'clean' | 'carried';
}

/** A finding in the quarantine: the finding and what a person said about it. */
export interface FindingRecord extends Finding {
  /** Stable name of this finding inside its package: 16 hex digits. */
  readonly id: string;
  readonly acknowledgement: Acknowledgement | null;
}

export interface Acknowledgement {
  readonly note: string;
  readonly by: string;
  readonly utc: string;
  readonly stale: boolean;
}

/** One file of a package in the quarantine. */
export interface FileRecord extends InspectedFile {
  readonly anchor: boolean;
  /** UTC of the moment a person had this very content open to its end; null when nobody had. */
  readonly viewedUtc: string | null;
  readonly decision: FileDecision | null;
  /** Against the current generation of the profile this package would go to. */
  readonly change: FileChange | null;
  readonly findings: FindingCounts;
  /** The bytes in the quarantine no longer have this digest and could not be restored from the archive. */
  readonly damaged: boolean;
}

export type FileChange = 'added' | 'changed' | 'unchanged';

/** A row of the queue. */
export interface PackageSummary {
  /** SHA-256 of the archive: the name of the package in this program. */
  readonly archiveSha256: string;
  /** Grows with every change; a command that names an older one is refused as `changed-meanwhile`. */
  readonly version: number;
  readonly state: PackageState;
  /** Name of the file as it was given, without folders. */
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly receivedUtc: string;
  readonly claims: PackageClaims | null;
  readonly counts: FindingCounts;
  /** Rule of the first no-op finding, for one sentence in the queue. */
  readonly firstNoOp: Finding | null;
  readonly filesDecided: number;
  readonly filesTotal: number;
  readonly acknowledged: number;
  readonly toAcknowledge: number;
  /** Why an import broke off, when `state` is `failed`. */
  readonly failure: Problem | null;
  /** Set when the package is loaded: where. */
  readonly loadedAs: { readonly profileKey: string; readonly generation: number } | null;
}

/** Everything the review screen shows. */
export interface PackageDetail extends PackageSummary {
  readonly formatPack: FormatPackId;
  /** False when the rules of this program changed since the inspection: it must be inspected again. */
  readonly formatPackCurrent: boolean;
  readonly files: readonly FileRecord[];
  readonly findings: readonly FindingRecord[];
  /** Times this very archive was given to the program. */
  readonly sightings: number;
  /** The profile it would be loaded into, when there is one already. */
  readonly target: { readonly profileKey: string; readonly generation: number } | null;
  /** Files of the current generation of the target that this package does not have. */
  readonly removedPaths: readonly string[];
  readonly evaluation: PolicyEvaluation;
  /** Acts that `undo` would take back, newest first. */
  readonly undoable: number;
}

/** Content of one file for the viewer. Secrets are masked in `text`; `spans` says where. */
export interface FileContent {
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly kind: FileKind;
  /** Decoded text, or null for images and other bytes. */
  readonly text: string | null;
  /** Set when the text was not UTF-8 and was decoded otherwise for showing. */
  readonly encoding: string | null;
  /** Characters and ranges the viewer must show as labelled boxes, ordered by position in `text`. */
  readonly marks: readonly TextMark[];
  /** Bytes of an image, for a bitmap only. */
  readonly bytes: Uint8Array | null;
}

/** Something in a text that an ordinary viewer would not show. `from`/`to` are UTF-16 offsets in `text`. */
export interface TextMark {
  readonly from: number;
  readonly to: number;
  readonly kind:
    | 'invisible'
    | 'bidi'
    | 'tag'
    | 'control'
    | 'selector'
    | 'filler'
    | 'private-use'
    | 'unassigned'
    | 'secret';
  /** `U+200B ZERO WIDTH SPACE`; for a run of several characters their common name. */
  readonly name: string;
  /** What a run of tag characters or variation selectors spells, when it spells something. */
  readonly decoded: string | null;
}

// ── policy ──────────────────────────────────────────────────────────────────────────────────────

export const CLAUSE_IDS = [
  'findings',
  'acknowledged',
  'files',
  'anchors',
  'digests',
  'issuer',
  'scopes',
  'limits',
  'persona',
  'derivative',
  'pack',
] as const;
export type ClauseId = (typeof CLAUSE_IDS)[number];

/** One clause of the policy, applied to one package. The sentence is made from `reason` and `values` by the locales. */
export interface ClauseOutcome {
  readonly id: ClauseId;
  readonly outcome: 'accept' | 'block';
  /** Key of the sentence: `findings.none`, `files.undecided`, … */
  readonly reason: string;
  readonly values: Readonly<Record<string, string | number | readonly string[]>>;
  readonly paths: readonly string[];
}

export interface PolicyEvaluation {
  readonly accepted: boolean;
  readonly clauses: readonly ClauseOutcome[];
  readonly policySha256: string;
}

/** Denied always: constants of this program that no package and no policy file can switch on. */
export const DENIED_CAPABILITIES = [
  'execution',
  'policy-override',
  'commands',
  'network',
  'providers',
  'web-intake',
  'telemetry',
  'automatic-export',
] as const;
export type DeniedCapability = (typeof DENIED_CAPABILITIES)[number];

/** `policy.json`. Every member is optional in the file; what is absent has the strict default. */
export interface Policy {
  readonly version: 1;
  readonly limits: Limits;
  readonly issuers: {
    readonly mode: 'any' | 'allow-list';
    readonly allow: readonly string[];
    readonly deny: readonly string[];
  };
  readonly scopes: { readonly allow: readonly string[] };
  /** Some clients require `persona.uai` in every package. */
  readonly requirePersona: boolean;
  readonly derivatives: 'ask' | 'allow';
}

// ── profiles ────────────────────────────────────────────────────────────────────────────────────

export interface Generation {
  readonly n: number;
  readonly archiveSha256: string;
  readonly loadedUtc: string;
  readonly loadedBy: string;
  readonly files: number;
  readonly policySha256: string;
  readonly pinned: boolean;
}

export interface Profile {
  /** Name of the profile in this program: 16 hex digits of a digest of its id and issuer. Safe as a folder name. */
  readonly profileKey: string;
  /** As the package claims. Never becomes a path. */
  readonly profileId: string;
  readonly title: string;
  readonly issuer: string;
  /** Two letters for the badge. */
  readonly badge: string;
  /** 0–359, hue of the badge. */
  readonly hue: number;
  /** The current generation. */
  readonly current: number;
  readonly generations: readonly Generation[];
  /** The command line's default profile, or the one a new window opens with. */
  readonly active: boolean;
  readonly removedUtc: string | null;
  /** Folder of the current generation. */
  readonly path: string;
  /** Grows with every change. */
  readonly version: number;
}

/** A named authorisation to change one anchor: exact operation, exact artifact. Typed by a person. */
export type AnchorOperation = 'replace' | 'add' | 'remove';

export interface AnchorChange {
  readonly path: AnchorPath;
  readonly operation: AnchorOperation;
  readonly oldSha256: string | null;
  readonly newSha256: string | null;
  /** The words a person must type: `replace .uai/taboo.uai`. */
  readonly authorization: string;
}

/** What `load` would do, told before it is done. */
export interface LoadPlan {
  readonly archiveSha256: string;
  readonly version: number;
  readonly profileId: string;
  readonly title: string;
  /** Null when the profile would be new. */
  readonly profileKey: string | null;
  readonly generation: number;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
  readonly anchors: readonly AnchorChange[];
  /** An existing profile has the same id but comes from another issuer; `generation` is the one that it would get. */
  readonly sourceConflict: { readonly profileKey: string; readonly issuer: string; readonly generation: number } | null;
  /** The package says it was made before the one that is loaded now. */
  readonly downgrade: { readonly loadedCreatedUtc: string; readonly createdUtc: string } | null;
  readonly evaluation: PolicyEvaluation;
  /** Key of the profile, or the one that a new profile would get. */
  readonly targetKey: string;
  /** The package declares long-term memory: a wiki folder is worth asking for. */
  readonly longTermMemory: boolean;
}

/** A folder outside the data folder that a person chooses for a profile. */
export const PROFILE_PLACES = ['wiki', 'mirror'] as const;
export type ProfilePlace = (typeof PROFILE_PLACES)[number];

/** A profile by its key and the title it is shown with. */
export interface ProfileName {
  readonly profileKey: string;
  readonly title: string;
}

/** A plain folder that follows the current generation of a profile. */
export interface MirrorState {
  readonly folder: string;
  /** Generation that the mirror shows; null before the first one. */
  readonly generation: number | null;
  /** Why the mirror could not follow, when it could not. */
  readonly problem: Problem | null;
  /** Files that a person had changed and that were put aside, by the last update. */
  readonly aside: readonly string[];
}

/** What else a person wants to know of a profile: its places on this machine, and what its current generation is. */
export interface ProfileFacts {
  readonly profileKey: string;
  /** Null while no wiki folder is chosen. `sharedWith`: profiles whose wiki folder is this one, contains it or lies in it. */
  readonly wiki: { readonly folder: string; readonly sharedWith: readonly ProfileName[] } | null;
  /** `inStep`: the folder is there and shows the current generation. */
  readonly mirror: (MirrorState & { readonly inStep: boolean }) | null;
  /** The current generation declares long-term memory. */
  readonly longTermMemory: boolean;
  /** It holds persona files, so that it can be derived from and compared. */
  readonly persona: boolean;
  /** It presents itself as a derivative of another persona. */
  readonly derivative: boolean;
}

/** A folder that was proposed or chosen for a profile, and what stands against it. Nothing is set yet. */
export interface PlaceOffer {
  readonly folder: string;
  /** Profiles that a wiki folder would be shared with; sharing needs a choice of its own. */
  readonly sharedWith: readonly ProfileName[];
  /** Why the folder cannot be taken; null when it can. */
  readonly problem: Problem | null;
}

/** How one file stands between two generations. Sizes in bytes; null where the file is not. */
export interface GenerationFileChange {
  readonly path: string;
  readonly change: FileChange | 'removed';
  readonly sizeBefore: number | null;
  readonly sizeAfter: number | null;
}

/** What a derivative starts from. */
export interface DerivativeSource {
  readonly generation: number;
  readonly packageId: string;
  readonly profileId: string;
  readonly title: string;
  readonly issuer: string;
  /** The persona files that may be changed, whole. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** What a client reads, in read order: totem, taboo, talisman, then entry points, then the rest. */
export interface ContextFile {
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly why: 'anchor' | 'entrypoint' | 'file';
  readonly text: string;
}

export interface ProfileContext {
  readonly profileKey: string;
  readonly profileId: string;
  readonly generation: number;
  readonly archiveSha256: string;
  readonly files: readonly ContextFile[];
  /** Files that are not text (images, documents): they are part of the generation, but nothing that is read in order. */
  readonly omitted?: readonly Omit<ContextFile, 'why' | 'text'>[];
}

// ── evidence ────────────────────────────────────────────────────────────────────────────────────

export const EVENT_KINDS = [
  'desk.created',
  'package.received',
  'package.seen-again',
  'package.inspected',
  'package.failed',
  'package.retried',
  'package.rejected',
  'package.reopened',
  'package.purged',
  'file.viewed',
  'file.decided',
  'file.decision-withdrawn',
  'finding.acknowledged',
  'finding.acknowledgement-withdrawn',
  'policy.changed',
  'profile.created',
  'profile.loaded',
  'profile.switched',
  'profile.rolled-back',
  'profile.removed',
  'profile.restored',
  'profile.changed',
  'generation.pinned',
  'generation.pruned',
  'anchor.changed',
  'desk.backed-up',
  'desk.restored',
  'recovery.swept',
  'handoff.recorded',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Groups of events to look at together; every kind belongs to one. */
export const EVENT_GROUPS = ['package', 'review', 'profile', 'policy', 'handoff', 'desk'] as const;
export type EventGroup = (typeof EVENT_GROUPS)[number];

const GROUP_OF: Readonly<Record<string, EventGroup>> = {
  package: 'package',
  file: 'review',
  finding: 'review',
  profile: 'profile',
  generation: 'profile',
  anchor: 'profile',
  policy: 'policy',
  handoff: 'handoff',
  desk: 'desk',
  recovery: 'desk',
};

/** Kinds are named by what they concern: `file.decided`. */
export function groupOfEvent(kind: EventKind): EventGroup {
  return GROUP_OF[kind.slice(0, kind.indexOf('.'))] ?? 'desk';
}

/** One link of the append-only, hash-chained log. */
export interface EventRecord {
  readonly seq: number;
  readonly utc: string;
  readonly kind: EventKind;
  /** User name of this machine and the door: `ada (window)`, `ada (command line)`. */
  readonly actor: string;
  /** Archive digest or profile key that it is about; null for the desk. */
  readonly subject: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** SHA-256 over the RFC 8785 form of all members but this one, with `previousHash` inside. */
  readonly hash: string;
  readonly previousHash: string;
}

export interface ChainState {
  readonly holds: boolean;
  readonly events: number;
  readonly headHash: string;
  /** The first event that does not fit, and why. */
  readonly broken: { readonly seq: number; readonly reason: 'changed' | 'missing' | 'reordered' | 'truncated' } | null;
}

// ── intake ──────────────────────────────────────────────────────────────────────────────────────

export type ImportStage = 'waiting' | 'copying' | 'inspecting' | 'recording' | 'done' | 'failed' | 'cancelled';

/** Progress of one import. Every import ends in exactly one of `done`, `failed`, `cancelled`. */
export interface ImportProgress {
  readonly importId: string;
  readonly fileName: string;
  readonly stage: ImportStage;
  /** Done and total of the stage: bytes while copying, files while inspecting. */
  readonly done: number;
  readonly total: number;
  /** Set from `recording` on. */
  readonly archiveSha256: string | null;
  /** With `done`: the very archive was here already. */
  readonly known: boolean;
  readonly problem: Problem | null;
}

/** True once an import has come to its end, whichever it is. */
export function hasEnded({ stage }: Pick<ImportProgress, 'stage'>): boolean {
  return stage === 'done' || stage === 'failed' || stage === 'cancelled';
}

/** What went wrong, as data. The sentence and the way out are made by the locales from `code` and `values`. */
export interface Problem {
  readonly code: ProblemCode;
  readonly values: Readonly<Record<string, string | number>>;
}

export const PROBLEM_CODES = [
  // the request
  'bad-request',
  'not-found',
  'ambiguous',
  'changed-meanwhile',
  'not-allowed-in-state',
  'blocked-by-policy',
  'authorization-missing',
  'source-differs',
  'note-required',
  'nothing-to-undo',
  'handoff-refused',
  // the file that was given
  'source-missing',
  'source-unreadable',
  'source-folder',
  'source-special',
  'source-too-large',
  // the inspector
  'inspector-crashed',
  'inspector-timeout',
  'inspector-memory',
  'cancelled',
  'interrupted',
  // what is on disk
  'damaged',
  'generation-changed',
  'policy-broken',
  // the environment
  'disk-full',
  'read-only',
  'permission-denied',
  'too-many-files',
  'io',
  'database-locked',
  'database-newer',
  'database-damaged',
  'data-folder-missing',
  'unexpected',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** An answer across a wall: never a thrown string. */
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export function accepted<T>(value: T): Answer<T> {
  return { ok: true, value };
}

export function refused(
  code: ProblemCode,
  values: Readonly<Record<string, string | number>> = {},
): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem: { code, values } };
}

/** Closes a switch: the compiler complains when a case is missing. */
export function assertNever(value: never): never {
  throw new TypeError(`unreachable: ${String(value)}`);
}
