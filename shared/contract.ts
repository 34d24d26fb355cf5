/**
 * The contract between the window and the main process: one method per act, one schema per argument.
 * `desk/` implements it, the shell carries it over IPC, the preload script exposes it as named functions,
 * and the command line calls it directly.
 */
import type { HandoffAct, HandoffContentView, HandoffMessageView, HandoffState } from './handoff.ts';
import { DISPOSITIONS, FILE_KINDS, PROCESSED_OUTCOMES, RECOMMENDATION_DECISIONS, SCAN_PHASES } from './handoff.ts';
import type {
  Answer,
  ChainState,
  DerivativeSource,
  EventGroup,
  EventRecord,
  FileContent,
  GenerationFileChange,
  ImportProgress,
  LoadPlan,
  PackageDetail,
  PackageState,
  PackageSummary,
  PlaceOffer,
  Policy,
  Problem,
  Profile,
  ProfileContext,
  ProfileFacts,
  ProfilePlace,
} from './models.ts';
import { EVENT_GROUPS, PROFILE_PLACES } from './models.ts';
import type { ReviewChange } from './review-change.ts';
import type { Settings } from './settings.ts';

/** Names a package at a known version: the act is refused as `changed-meanwhile` when it moved on. */
export interface PackageAt {
  readonly archive: string;
  readonly version: number;
}

export interface QueueQuery {
  readonly states: readonly PackageState[];
  /** Free text over title, file name, issuer, ids. Empty finds all. */
  readonly search: string;
  readonly sort: 'received' | 'title' | 'issuer' | 'state';
  readonly offset: number;
  readonly limit: number;
}

export interface QueuePage {
  readonly rows: readonly PackageSummary[];
  readonly total: number;
  /** Number of packages by state, whatever the query. */
  readonly byState: Readonly<Partial<Record<PackageState, number>>>;
}

export interface EventQuery {
  readonly subject: string | null;
  readonly search: string;
  /** Only events of this group; all when left out. */
  readonly group?: EventGroup;
  /** Newest first; events with a smaller `seq`, or from the newest when null. */
  readonly before: number | null;
  readonly limit: number;
}

export interface FileDifference {
  readonly path: string;
  /** Text in the current generation (or the named archive); null when it is not there or is not text. */
  readonly before: string | null;
  readonly after: string | null;
  readonly beforeLabel: string;
  readonly afterLabel: string;
  readonly identical: boolean;
}

export interface PolicyState {
  readonly policy: Policy;
  /** The file as it stands, comments included. */
  readonly text: string;
  readonly sha256: string;
  readonly path: string;
}

/** The policy after a change. */
export interface PolicySaved extends PolicyState {
  /** Where the broken file was kept that stood in its place; null when it was not broken. */
  readonly kept: string | null;
}

/** The policy file as it stands, broken or not: for whoever mends it. */
export interface PolicyText {
  readonly path: string;
  /** Null when nobody could edit it here: longer than any policy, or no text. */
  readonly text: string | null;
  /** What is broken, with line and column; null when it passes. */
  readonly problem: Problem | null;
  /** Members in which the last policy that could be read differs from the strict defaults. */
  readonly departs: readonly string[];
}

/** What a candidate policy would change. */
export interface PolicyPreview {
  readonly loosens: readonly string[];
  readonly tightens: readonly string[];
  readonly packages: readonly {
    readonly archiveSha256: string;
    readonly title: string;
    readonly before: boolean;
    readonly after: boolean;
    readonly clauses: readonly string[];
  }[];
}

/** What became of reports that were to be written into one folder. */
export interface ReportsSaved {
  readonly folder: string;
  readonly format: 'json' | 'md' | 'html';
  /** File name of each report, in the order asked for. */
  readonly saved: readonly { readonly archive: string; readonly name: string }[];
  readonly failed: readonly { readonly archive: string; readonly problem: Problem }[];
  /** Number of packages not reached before the person stopped. */
  readonly left: number;
}

/** What a prune would take, when so many of the newest generations stay. */
export interface PrunePlan {
  readonly generations: readonly { readonly n: number; readonly sizeBytes: number }[];
}

/** A derivative as a person asks for it (format F7). */
export interface DeriveArgs {
  readonly profileKey: string;
  /** Generation that the texts were made from. */
  readonly generation: number;
  /** New ids; both differ from those of the source. */
  readonly packageId: string;
  readonly profileId: string;
  readonly title: string;
  /** Who makes the derivative and answers for it. */
  readonly issuer: string;
  /** Why, in the person's words; part of the diff note. */
  readonly reason: string;
  /** New texts of persona files. */
  readonly texts: readonly { readonly path: string; readonly text: string }[];
}

/** Two generations of one profile. */
export interface GenerationPair {
  readonly profileKey: string;
  readonly before: number;
  readonly after: number;
}

/** A package to write to disk. */
export interface PackageFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface AppInfo {
  readonly version: string;
  readonly dataFolder: string;
  readonly platform: string;
  readonly systemLanguage: string;
  /** Ids of the sample packages that came with the program. */
  readonly samples: readonly string[];
  /** The event chain as it was found when the desk was opened. */
  readonly chain: ChainState;
}

/** Every act of the desk. Answers are values or problems, never exceptions. */
export interface Desk {
  appInfo(args: Record<string, never>): Promise<Answer<AppInfo>>;
  getSettings(args: Record<string, never>): Promise<Answer<Settings>>;
  setSettings(args: Partial<Settings>): Promise<Answer<Settings>>;

  /** Starts imports of files by their paths on this machine and answers at once; `intake-progress` tells the rest. */
  importFiles(args: { readonly paths: readonly string[] }): Promise<Answer<readonly ImportProgress[]>>;
  importSample(args: { readonly id: string }): Promise<Answer<readonly ImportProgress[]>>;
  cancelImport(args: { readonly importId: string }): Promise<Answer<null>>;
  listImports(args: Record<string, never>): Promise<Answer<readonly ImportProgress[]>>;

  listQueue(args: QueueQuery): Promise<Answer<QueuePage>>;
  getPackage(args: { readonly archive: string }): Promise<Answer<PackageDetail>>;
  readFile(args: { readonly archive: string; readonly path: string }): Promise<Answer<FileContent>>;
  /** Raw bytes for the hex view; at most 64 KiB a call. */
  readBytes(args: {
    readonly archive: string;
    readonly path: string;
    readonly offset: number;
    readonly length: number;
  }): Promise<Answer<Uint8Array>>;
  /** Against the current generation of the target profile, or against another archive. */
  diffFile(args: {
    readonly archive: string;
    readonly path: string;
    readonly against: string | null;
  }): Promise<Answer<FileDifference>>;
  searchPackage(args: {
    readonly archive: string;
    readonly text: string;
  }): Promise<Answer<readonly { readonly path: string; readonly line: number; readonly excerpt: string }[]>>;

  /** Records that a person had the whole of this content on screen. */
  markViewed(args: {
    readonly archive: string;
    readonly path: string;
    readonly sha256: string;
  }): Promise<Answer<ReviewChange>>;
  /** `decision: null` withdraws. `manner: 'clean'` refuses anchors and files with findings. */
  decideFiles(
    args: PackageAt & {
      readonly paths: readonly string[];
      readonly decision: 'approved' | 'rejected' | null;
      readonly manner: 'single' | 'clean' | 'carried';
      readonly note: string | null;
    },
  ): Promise<Answer<ReviewChange>>;
  /** `note: null` withdraws the acknowledgement. */
  acknowledgeFindings(
    args: PackageAt & { readonly ids: readonly string[]; readonly note: string | null },
  ): Promise<Answer<ReviewChange>>;
  /** Accepts one clause for this package only; recorded as such. `note: null` takes it back. */
  acceptOnce(
    args: PackageAt & { readonly clause: 'issuer' | 'derivative'; readonly note: string | null },
  ): Promise<Answer<ReviewChange>>;
  undo(args: PackageAt): Promise<Answer<ReviewChange>>;
  rejectPackage(args: PackageAt & { readonly note: string }): Promise<Answer<ReviewChange>>;
  /** Takes a rejection back. */
  reopenPackage(args: PackageAt): Promise<Answer<ReviewChange>>;
  /** Deletes the bytes; the record and its events stay. */
  purgePackage(args: PackageAt): Promise<Answer<ReviewChange>>;
  /** Tries a failed import again, or inspects again under the rules of today. */
  retryPackage(args: { readonly archive: string }): Promise<Answer<readonly ImportProgress[]>>;

  planLoad(args: { readonly archive: string }): Promise<Answer<LoadPlan>>;
  loadPackage(
    args: PackageAt & { readonly authorizations: readonly string[]; readonly source: 'same' | 'keep-both' | 'replace' },
  ): Promise<Answer<Profile>>;

  listProfiles(args: { readonly removed: boolean }): Promise<Answer<readonly Profile[]>>;
  switchProfile(args: { readonly profileKey: string }): Promise<Answer<Profile>>;
  rollbackProfile(args: {
    readonly profileKey: string;
    readonly version: number;
    readonly to: number;
  }): Promise<Answer<Profile>>;
  removeProfile(args: { readonly profileKey: string; readonly version: number }): Promise<Answer<Profile>>;
  restoreProfile(args: { readonly profileKey: string }): Promise<Answer<Profile>>;
  /** A pinned generation is kept by every prune. */
  pinGeneration(args: {
    readonly profileKey: string;
    readonly version: number;
    readonly generation: number;
    readonly pinned: boolean;
  }): Promise<Answer<Profile>>;
  /** A generation as a package that this program would take in again. */
  exportGeneration(args: { readonly profileKey: string; readonly generation: number }): Promise<Answer<PackageFile>>;
  readContext(args: {
    readonly profileKey: string;
    readonly generation: number | null;
  }): Promise<Answer<ProfileContext>>;

  /** Places and nature of a profile. */
  profileFacts(args: { readonly profileKey: string }): Promise<Answer<ProfileFacts>>;
  /** Lets the mirror follow now. What it cannot do is in its state, not a refusal. */
  refreshMirror(args: { readonly profileKey: string }): Promise<Answer<ProfileFacts>>;
  /** Ids and persona files of the current generation. Refused as `bad-request` (`no-persona`) when there are none. */
  derivativeSource(args: { readonly profileKey: string }): Promise<Answer<DerivativeSource>>;
  /** A derivative as a package that this program would take in; never loaded by itself. */
  makeDerivative(args: DeriveArgs): Promise<Answer<PackageFile>>;
  /** The variance form (format F7) as Markdown, filled with what this program knows. */
  makeVariance(args: {
    readonly profileKey: string;
    readonly generation: number;
  }): Promise<Answer<{ readonly name: string; readonly text: string }>>;
  compareGenerations(args: GenerationPair): Promise<Answer<readonly GenerationFileChange[]>>;
  /** One file in two generations, with secrets masked. */
  diffGenerations(args: GenerationPair & { readonly path: string }): Promise<Answer<FileDifference>>;
  planPrune(args: { readonly profileKey: string; readonly keep: number }): Promise<Answer<PrunePlan>>;
  /** Deletes the named generations for good: never the current one or a pinned one. */
  pruneGenerations(args: {
    readonly profileKey: string;
    readonly version: number;
    readonly generations: readonly number[];
  }): Promise<Answer<Profile>>;

  getPolicy(args: Record<string, never>): Promise<Answer<PolicyState>>;
  readPolicyText(args: Record<string, never>): Promise<Answer<PolicyText>>;
  /**
   * What would change; while the file is broken, against the strict defaults. Refused as `policy-broken` with line and column when the
   * text does not pass.
   */
  previewPolicy(args: { readonly text: string }): Promise<Answer<PolicyPreview>>;
  /** Loosening needs `confirmed: true`. A broken file is kept beside. */
  setPolicy(args: { readonly text: string; readonly confirmed: boolean }): Promise<Answer<PolicySaved>>;
  /** Back to the strict defaults, from a broken file only; it is kept beside. */
  resetPolicy(args: Record<string, never>): Promise<Answer<PolicySaved>>;

  listEvents(args: EventQuery): Promise<Answer<readonly EventRecord[]>>;
  verifyEvents(args: Record<string, never>): Promise<Answer<ChainState>>;
  makeReport(args: {
    readonly archive: string;
    readonly format: 'json' | 'md' | 'html';
  }): Promise<Answer<{ readonly name: string; readonly text: string }>>;

  /** File handoff (SPEC-04): folders, the open run with its files, kept messages. */
  handoffState(args: Record<string, never>): Promise<Answer<HandoffState>>;
  /** One act on the handoff desk; answers with the state after it. Refused as `handoff-refused`, with the reason as `variant`. */
  handoffAct(args: HandoffAct): Promise<Answer<HandoffState>>;
  readHandoffFile(args: { readonly fileId: string }): Promise<Answer<HandoffContentView>>;
  /** A kept message by its id, its handoff's id, or the beginning of its SHA-256; with `archive`, the one at this path in a package. */
  readHandoffMessage(args: {
    readonly name: string;
    readonly archive: string | null;
  }): Promise<Answer<HandoffMessageView>>;
  /** A SPEC-04 message about the import or load of a package, made now. */
  makePackageMessage(args: { readonly archive: string }): Promise<Answer<HandoffMessageView>>;
}

export type DeskMethod = keyof Desk;

/** What the desk tells its listeners, without being asked. */
export interface DeskEvents {
  'intake-progress': ImportProgress;
  /** Something about this package, profile or the policy changed: ask again. */
  changed: {
    readonly what: 'package' | 'profile' | 'policy' | 'settings' | 'handoff';
    readonly key: string;
    /** What an act of review changed: whoever knows the package as it was need not ask again. */
    readonly review?: ReviewChange;
  };
}

/** What only a window can do: answered by the shell, not by the desk. */
export interface Shell {
  /** Why the desk could not be opened (damaged or newer database, read-only folder …); null when it is open. */
  startProblem(args: Record<string, never>): Promise<Answer<Problem | null>>;
  /** The window shows what it has to show and rests: what makes the first file quick may begin without taking anything from it. */
  windowRests(args: Record<string, never>): Promise<Answer<null>>;
  /** Shows the system's open dialog and imports what was chosen. */
  chooseFiles(args: Record<string, never>): Promise<Answer<readonly ImportProgress[]>>;
  /** Shows the system's save dialog and writes a report there. Answers null when cancelled. */
  saveReport(args: {
    readonly archive: string;
    readonly format: 'json' | 'md' | 'html';
  }): Promise<Answer<string | null>>;
  /**
   * Shows the system's dialog for a folder and writes a report of each package there, over nothing that is there; `export-progress`
   * tells how far it is. Answers null when cancelled.
   */
  saveReports(args: {
    readonly archives: readonly string[];
    readonly format: 'json' | 'md' | 'html';
  }): Promise<Answer<ReportsSaved | null>>;
  /** Stops this window's {@link saveReports} after the report that is being written. */
  stopReports(args: Record<string, never>): Promise<Answer<null>>;
  /** Shows the system's save dialog and writes a generation there as a package. Answers null when cancelled. */
  saveGeneration(args: { readonly profileKey: string; readonly generation: number }): Promise<Answer<string | null>>;
  /** The redacted text of "Report a problem", made anew, for the person to read. */
  makeProblemReport(args: Record<string, never>): Promise<Answer<string>>;
  /** Saves the problem report that this window shows, through the system's dialog. Answers null when cancelled. */
  saveProblemReport(args: Record<string, never>): Promise<Answer<string | null>>;
  /** Shows the system's open dialog for a folder, or for a SPEC-04 message. Answers its path; null when cancelled. */
  choosePath(args: { readonly what: 'folder' | 'message' }): Promise<Answer<string | null>>;
  /** The wiki folder that is proposed for a profile, which need not exist yet. Nothing is made. */
  suggestWiki(args: { readonly profileKey: string }): Promise<Answer<PlaceOffer>>;
  /** Shows the system's dialog for a folder and tells what stands against it. Answers null when cancelled. */
  choosePlace(args: { readonly profileKey: string; readonly what: ProfilePlace }): Promise<Answer<PlaceOffer | null>>;
  /**
   * Takes a folder that was proposed or chosen for this profile since the program started, or was its place before; any other is
   * refused (`folder-not-chosen`).
   */
  setPlace(args: {
    readonly profileKey: string;
    readonly what: ProfilePlace;
    readonly folder: string;
    readonly share: boolean;
  }): Promise<Answer<ProfileFacts>>;
  /** Takes a place back. A mirror loses the files that this program wrote there; a wiki folder stays as it is. */
  endPlace(args: { readonly profileKey: string; readonly what: ProfilePlace }): Promise<Answer<ProfileFacts>>;
  openPlace(args: { readonly profileKey: string; readonly what: ProfilePlace }): Promise<Answer<null>>;
  /** Shows the system's save dialog and writes a derivative there as a package. Answers null when cancelled. */
  saveDerivative(args: DeriveArgs): Promise<Answer<string | null>>;
  /** Shows the system's save dialog and writes a variance form there. Answers null when cancelled. */
  saveVariance(args: { readonly profileKey: string; readonly generation: number }): Promise<Answer<string | null>>;
  openDataFolder(args: Record<string, never>): Promise<Answer<null>>;
  openProfileFolder(args: { readonly profileKey: string }): Promise<Answer<null>>;
  copyText(args: { readonly text: string }): Promise<Answer<null>>;
  openProfileWindow(args: { readonly profileKey: string }): Promise<Answer<null>>;
  /** The profile this window shows; null before one was chosen. */
  windowProfile(args: Record<string, never>): Promise<Answer<string | null>>;
  setWindowProfile(args: { readonly profileKey: string | null }): Promise<Answer<null>>;
}

export type ShellMethod = keyof Shell;

/** What the menu and the system ask of a window. */
export interface ShellEvents {
  command: { readonly name: WindowCommand };
  /** Reports written or refused so far, of all that this window asked for. */
  'export-progress': { readonly done: number; readonly total: number };
}

export type WindowCommand =
  | 'open-files'
  | 'show-queue'
  | 'show-profiles'
  | 'show-policy'
  | 'show-evidence'
  | 'show-handoff'
  | 'show-help'
  | 'report-problem'
  | 'command-palette'
  | 'undo';

/** What the preload script puts on `window.uaix`. */
export interface Bridge extends Desk, Shell {
  /** Takes files of a drop or paste; resolves their paths in the preload script, never in the page. */
  importDropped(files: readonly unknown[]): Promise<Answer<readonly ImportProgress[]>>;
  on<E extends keyof (DeskEvents & ShellEvents)>(
    event: E,
    listener: (data: (DeskEvents & ShellEvents)[E]) => void,
  ): () => void;
}

// ── schemas ─────────────────────────────────────────────────────────────────────────────────────

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string', maxLength: 4_000 } as const;
const digest = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
const key = { type: 'string', pattern: '^[0-9a-f]{16}$' } as const;
const path = { type: 'string', minLength: 1, maxLength: 4_096 } as const;
const version = { type: 'integer', minimum: 0 } as const;
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const list = (items: Schema, maxItems: number): Schema => ({ type: 'array', items, maxItems });

/** A closed object: every member is required unless it is listed in `optional`. */
function members(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  };
}

const nothing = members({});
const states = { enum: ['receiving', 'no_op', 'in_review', 'loaded', 'rejected', 'failed', 'purged'] } as const;
const generation = members({ profileKey: key, generation: { type: 'integer', minimum: 1 } });
const place = { enum: PROFILE_PLACES } as const;
const pair = {
  profileKey: key,
  before: { type: 'integer', minimum: 1 },
  after: { type: 'integer', minimum: 1 },
} as const;
const identifier = { type: 'string', minLength: 1, maxLength: 200 } as const;
const derivative = members({
  profileKey: key,
  generation: { type: 'integer', minimum: 1 },
  packageId: identifier,
  profileId: identifier,
  title: identifier,
  issuer: identifier,
  reason: text,
  texts: list(members({ path, text: { type: 'string', maxLength: 1_000_000 } }), 100),
});
const report = members({ archive: digest, format: { enum: ['json', 'md', 'html'] } });

/** Acts on the handoff desk, told apart by `act`. */
const handoffFile = (act: string): Schema => members({ act: { const: act }, fileId: key, version });
const handoffAct: Schema = {
  anyOf: [
    members({
      act: { const: 'set-places' },
      buckets: list(members({ label: { type: 'string', maxLength: 100 }, folder: path }), 50),
      evidence: path,
    }),
    members({ act: { const: 'scan' }, phase: { enum: SCAN_PHASES } }),
    members({ act: { const: 'take' }, path }),
    members({ act: { const: 'view' }, fileId: key, sha256: digest }),
    members({
      act: { const: 'decide' },
      fileId: key,
      version,
      decision: members({
        fileKind: { enum: FILE_KINDS },
        disposition: { enum: DISPOSITIONS },
        outcome: { enum: PROCESSED_OUTCOMES },
        reason: text,
        recommendations: list(
          members({ summary: text, decision: { enum: RECOMMENDATION_DECISIONS }, reason: text }),
          200,
        ),
        checks: list(members({ summary: text, result: text }), 200),
        memoryPaths: list(path, 200),
      }),
    }),
    handoffFile('preserve'),
    handoffFile('remove'),
    handoffFile('undo'),
    members({ act: { const: 'finish' } }),
    members({ act: { const: 'receive' }, path }),
  ],
};

/** Schema of each method's argument, checked in the main process before anything else happens. */
export const ARGUMENT_SCHEMAS: Readonly<Record<DeskMethod | ShellMethod, Schema>> = {
  appInfo: nothing,
  getSettings: nothing,
  setSettings: members(
    {
      language: { enum: ['system', 'en', 'zh-CN'] },
      theme: { enum: ['system', 'light', 'dark'] },
      singleKeys: { type: 'boolean' },
      autoAdvance: { type: 'boolean' },
    },
    ['language', 'theme', 'singleKeys', 'autoAdvance'],
  ),
  importFiles: members({ paths: list(path, 1_000) }),
  importSample: members({ id: { type: 'string', pattern: '^[a-z0-9-]{1,60}$' } }),
  cancelImport: members({ importId: { type: 'string', pattern: '^[0-9a-f-]{1,64}$' } }),
  listImports: nothing,
  listQueue: members({
    states: list(states, 7),
    search: text,
    sort: { enum: ['received', 'title', 'issuer', 'state'] },
    offset: { type: 'integer', minimum: 0 },
    limit: { type: 'integer', minimum: 1, maximum: 500 },
  }),
  getPackage: members({ archive: digest }),
  readFile: members({ archive: digest, path }),
  readBytes: members({
    archive: digest,
    path,
    offset: { type: 'integer', minimum: 0 },
    length: { type: 'integer', minimum: 1, maximum: 65_536 },
  }),
  diffFile: members({ archive: digest, path, against: nullable(digest) }),
  searchPackage: members({ archive: digest, text: { type: 'string', minLength: 1, maxLength: 400 } }),
  markViewed: members({ archive: digest, path, sha256: digest }),
  decideFiles: members({
    archive: digest,
    version,
    paths: list(path, 10_000),
    decision: { enum: ['approved', 'rejected', null] },
    manner: { enum: ['single', 'clean', 'carried'] },
    note: nullable(text),
  }),
  acknowledgeFindings: members({ archive: digest, version, ids: list(key, 100_000), note: nullable(text) }),
  acceptOnce: members({ archive: digest, version, clause: { enum: ['issuer', 'derivative'] }, note: nullable(text) }),
  undo: members({ archive: digest, version }),
  rejectPackage: members({ archive: digest, version, note: text }),
  reopenPackage: members({ archive: digest, version }),
  purgePackage: members({ archive: digest, version }),
  retryPackage: members({ archive: digest }),
  planLoad: members({ archive: digest }),
  loadPackage: members({
    archive: digest,
    version,
    authorizations: list(text, 100),
    source: { enum: ['same', 'keep-both', 'replace'] },
  }),
  listProfiles: members({ removed: { type: 'boolean' } }),
  switchProfile: members({ profileKey: key }),
  rollbackProfile: members({ profileKey: key, version, to: { type: 'integer', minimum: 1 } }),
  removeProfile: members({ profileKey: key, version }),
  restoreProfile: members({ profileKey: key }),
  pinGeneration: members({
    profileKey: key,
    version,
    generation: { type: 'integer', minimum: 1 },
    pinned: { type: 'boolean' },
  }),
  exportGeneration: generation,
  readContext: members({ profileKey: key, generation: nullable({ type: 'integer', minimum: 1 }) }),
  profileFacts: members({ profileKey: key }),
  refreshMirror: members({ profileKey: key }),
  derivativeSource: members({ profileKey: key }),
  makeDerivative: derivative,
  makeVariance: generation,
  compareGenerations: members(pair),
  diffGenerations: members({ ...pair, path }),
  planPrune: members({ profileKey: key, keep: { type: 'integer', minimum: 1, maximum: 10_000 } }),
  pruneGenerations: members({
    profileKey: key,
    version,
    generations: list({ type: 'integer', minimum: 1 }, 10_000),
  }),
  getPolicy: nothing,
  readPolicyText: nothing,
  previewPolicy: members({ text: { type: 'string', maxLength: 1_000_000 } }),
  setPolicy: members({ text: { type: 'string', maxLength: 1_000_000 }, confirmed: { type: 'boolean' } }),
  resetPolicy: nothing,
  listEvents: members(
    {
      subject: nullable(text),
      search: text,
      group: { enum: EVENT_GROUPS },
      before: nullable({ type: 'integer' }),
      limit: { type: 'integer', minimum: 1, maximum: 1_000 },
    },
    ['group'],
  ),
  verifyEvents: nothing,
  makeReport: report,
  handoffState: nothing,
  handoffAct,
  readHandoffFile: members({ fileId: key }),
  readHandoffMessage: members({ name: path, archive: nullable(digest) }),
  makePackageMessage: members({ archive: digest }),
  startProblem: nothing,
  windowRests: nothing,
  chooseFiles: nothing,
  saveReport: report,
  saveReports: members({
    archives: { ...list(digest, 10_000), minItems: 1 },
    format: { enum: ['json', 'md', 'html'] },
  }),
  stopReports: nothing,
  saveGeneration: generation,
  makeProblemReport: nothing,
  saveProblemReport: nothing,
  choosePath: members({ what: { enum: ['folder', 'message'] } }),
  suggestWiki: members({ profileKey: key }),
  choosePlace: members({ profileKey: key, what: place }),
  setPlace: members({ profileKey: key, what: place, folder: path, share: { type: 'boolean' } }),
  endPlace: members({ profileKey: key, what: place }),
  openPlace: members({ profileKey: key, what: place }),
  saveDerivative: derivative,
  saveVariance: generation,
  openDataFolder: nothing,
  openProfileFolder: members({ profileKey: key }),
  copyText: members({ text: { type: 'string', maxLength: 50_000_000 } }),
  openProfileWindow: members({ profileKey: key }),
  windowProfile: nothing,
  setWindowProfile: members({ profileKey: nullable(key) }),
};
