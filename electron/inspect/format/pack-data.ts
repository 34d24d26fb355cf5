/** Shapes of the data files of a format pack, as they stand in `resources/format/<id>/`. Texts for people are not in the pack. */

/** `pack.json` */
export interface PackHeader {
  readonly id: string;
  readonly version: string;
  readonly published: string;
  readonly uaixVersion: Spelling;
  readonly packageFormat: Spelling;
}

/** One canonical spelling and others that are accepted with a note. */
export interface Spelling {
  readonly canonical: string;
  readonly aliases: readonly string[];
}

/** `vocabulary.json`: closed and open lists of tokens (format F4.3, F4.4, F5.5). */
export interface Vocabulary {
  readonly requiredStatuses: readonly string[];
  readonly statuses: readonly string[];
  readonly reviewStates: readonly string[];
  readonly unreviewedStates: readonly string[];
  readonly canonicalization: string;
  readonly bannedLabels: readonly string[];
  readonly bannedHeadingWords: readonly string[];
  readonly fileHeadingWords: readonly string[];
  readonly anchorRoleWords: readonly string[];
  readonly codeRoles: readonly string[];
  readonly intakeRoles: readonly string[];
}

/** One required file of a scope: the first path is the usual one, the others satisfy it as well. */
export interface RequiredFile {
  readonly anyOf: readonly string[];
  /** Key of the sentence that says what the file is for: `explanation_<purpose>` of scope/missing-file. */
  readonly purpose: string;
  /** False when the file may stand in a package of any scope (an AGENTS.md alone makes no project handoff). */
  readonly triggers?: boolean;
}

/** Evidence that a scope requires by role, wherever it lies (format F5, advanced persona). */
export interface RequiredRole {
  readonly role: string;
  readonly purpose: string;
  /** Where a skeleton puts it. */
  readonly path: string;
}

export interface ScopeRule {
  readonly id: string;
  readonly aliases: readonly string[];
  /** The status that a skeleton gives the scope's files. */
  readonly status: string;
  readonly includes: readonly string[];
  readonly files: readonly RequiredFile[];
  readonly roles: readonly RequiredRole[];
}

export interface ScopeFolder {
  /** With its closing slash. */
  readonly folder: string;
  readonly scope: string;
}

/** `scopes.json` (format F5). */
export interface ScopeData {
  readonly universal: ScopeRule;
  readonly scopes: readonly ScopeRule[];
  /** Folders whose list of files is closed: what else lies there is shown for review. */
  readonly closedFolders: readonly ScopeFolder[];
  /** Folders that are out of scope once a scope is declared, in any case of letters. */
  readonly outOfScopeFolders: readonly ScopeFolder[];
}

export type MediaKind = 'text' | 'json' | 'html' | 'svg' | 'image' | 'pdf' | 'code';

/** `types.json` (format F4.6). */
export interface TypeData {
  readonly media: readonly {
    readonly type: string;
    readonly kind: MediaKind;
    readonly extensions: readonly string[];
  }[];
  readonly code: readonly { readonly type: string; readonly extensions: readonly string[] }[];
  /** Extensions among the code types that do not make a package code-bearing by themselves. */
  readonly notCode: readonly string[];
  /** Extensions that go with any `text/*` type, or one whose subtype names `uai`. */
  readonly openExtensions: readonly string[];
}

/** `members.json`: names of members that ask for what no package may have (format F6, F8). */
export interface MemberData {
  readonly authority: readonly string[];
  readonly runtime: readonly string[];
  readonly mutation: readonly string[];
  readonly mutationOperations: readonly string[];
  readonly operationMembers: readonly string[];
  readonly targetMembers: readonly string[];
  /** Values that say "no": a member with one of them asks for nothing. */
  readonly denials: readonly string[];
}

/** A thing that a file must say, and the labels by which it is recognised. The first of each language is the one to suggest. */
export interface Obligation {
  readonly id: string;
  readonly en: readonly string[];
  readonly zh: readonly string[];
}

export type ObligationRule = 'content/assistant' | 'content/persona' | 'content/code-bearing' | 'content/handoff';

export interface ObligationGroup {
  readonly id: string;
  readonly rule: ObligationRule;
  readonly scope: string;
  /** Any of these files may meet an obligation; a finding stands at the first that is there. */
  readonly files: readonly string[];
  readonly obligations: readonly Obligation[];
}

/** `content.json` (format F5, F7, F9). */
export interface ContentData {
  readonly groups: readonly ObligationGroup[];
  readonly depthLevel: {
    readonly scope: string;
    readonly files: readonly string[];
    readonly folder: string;
    readonly labels: readonly string[];
    readonly minimum: number;
    readonly maximum: number;
  };
  readonly orientation: {
    readonly files: readonly string[];
    readonly label: string;
    readonly others: readonly string[];
  };
  readonly identity: {
    readonly package: string;
    readonly persona: readonly string[];
    readonly personaLabels: readonly string[];
  };
  readonly sourceNotes: { readonly files: readonly string[]; readonly labels: readonly string[] };
  readonly derivative: DerivativeData;
  readonly longTermMemory: {
    readonly scope: string;
    readonly member: string;
    readonly members: readonly string[];
    readonly disposition: string;
    readonly unfinishedMembers: readonly string[];
  };
  readonly ledger: LedgerData;
  /** Labels that describe a file and are no content. */
  readonly metadataLabels: readonly string[];
  /** Words that stand where text should be written. */
  readonly placeholders: readonly string[];
}

export interface DerivativeData {
  readonly originMembers: readonly string[];
  readonly packageMembers: readonly string[];
  readonly provenanceMembers: readonly string[];
  readonly diffMembers: readonly string[];
  readonly derivativeRoles: readonly string[];
  readonly originalRoles: readonly string[];
  readonly provenanceRoles: readonly string[];
  readonly diffRoles: readonly string[];
  readonly files: readonly string[];
  readonly derivativeLabels: readonly string[];
  readonly statusLabels: readonly string[];
  readonly originalLabels: readonly string[];
  readonly provenanceLabels: readonly string[];
  readonly diffLabels: readonly string[];
  readonly originalWords: readonly string[];
  readonly derivativeWords: readonly string[];
  readonly manifestStatusMembers: readonly string[];
}

export interface LedgerData {
  readonly scope: string;
  readonly file: string;
  /** Characters of running text from which a block is a body, not a remark. */
  readonly inlineCharacters: number;
  /** Characters up to which a routing summary is one sentence. */
  readonly summaryCharacters: number;
  /** Canonical key of a pointer record → its spellings. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly bodyLabels: readonly string[];
}

/** `boundary.json`: what a support boundary must not claim (format F1.2). */
export interface BoundaryData {
  readonly claims: Readonly<Record<string, { readonly en: readonly string[]; readonly zh: readonly string[] }>>;
  /** Words that, before a claim's noun, make it a claim. */
  readonly assertions: { readonly en: readonly string[]; readonly zh: readonly string[] };
  /** Phrases of `claims` that claim by themselves. */
  readonly verbs: readonly string[];
  readonly negations: { readonly en: readonly string[]; readonly zh: readonly string[] };
  readonly denyingKeys: readonly string[];
  readonly affirmingKeys: readonly string[];
  readonly sectionLabels: readonly string[];
}
