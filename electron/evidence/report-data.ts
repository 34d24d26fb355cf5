/** The report as data: everything the three forms say, gathered from values. Pure: no clock, no database. */
import type { Finding, FindingCounts } from '../../shared/findings.ts';
import {
  type Acknowledgement,
  type ChainState,
  type ClauseOutcome,
  DENIED_CAPABILITIES,
  type DeniedCapability,
  type EventRecord,
  type FileChange,
  type FileDecision,
  type FormatPackId,
  type PackageClaims,
  type PackageDetail,
  type Policy,
  type Profile,
} from '../../shared/models.ts';
import { type Basis, rule } from '../../shared/rules.ts';
import type { Text } from '../../shared/text.ts';
import { type CheckFamily, checksMade, checksSkipped, type SkippedCheck } from './checks.ts';
import { type NoOpReceipt, noOpReceipt } from './receipt.ts';

/** What a report is made of. Whoever gathers it reads the desk; secrets in findings are masked already. */
export interface ReportInput {
  readonly detail: PackageDetail;
  /** Events about this package and about the profile it is loaded in, oldest first. */
  readonly events: readonly EventRecord[];
  readonly chain: ChainState;
  /** Null while the policy file is broken. */
  readonly policy: { readonly policy: Policy; readonly sha256: string } | null;
  /** The profile that holds this package, when it is loaded. */
  readonly profile: Profile | null;
  readonly appVersion: string;
  /** UTC of the report itself. */
  readonly madeUtc: string;
}

/** What this program does not claim. Keys of sentences in the locales, under `notClaimed`. */
export const NOT_CLAIMED = [
  'safety',
  'authorship',
  'truth',
  'certification',
  'identity',
  'completeness',
  'behaviour',
] as const;

/** What is left to do. Keys under `next`. */
export type NextStep =
  | 'corrected-package'
  | 'decide-files'
  | 'acknowledge'
  | 'authorize'
  | 'policy'
  | 'inspect-again'
  | 'load'
  | 'retry'
  | 'import-again'
  | 'nothing';

export interface ReportFinding extends Finding {
  readonly id: string;
  readonly clause: string | null;
  readonly message: string;
  readonly todo: string;
  readonly acknowledgement: Acknowledgement | null;
}

export interface ReportFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly kind: string;
  readonly declared: boolean;
  readonly anchor: boolean;
  readonly mediaType: string | null;
  readonly role: string | null;
  readonly requiredStatus: string | null;
  readonly scope: string | null;
  readonly reviewState: string | null;
  readonly source: string | null;
  readonly viewedUtc: string | null;
  readonly decision: FileDecision | null;
  readonly change: FileChange | null;
  readonly damaged: boolean;
}

export interface ReportData {
  readonly schema: 'uaix-desktop.report.v1';
  readonly program: { readonly name: 'UAIX Desktop'; readonly version: string };
  readonly madeUtc: string;
  readonly language: string;
  readonly received: {
    readonly fileName: string;
    readonly archiveSha256: string;
    readonly sizeBytes: number;
    readonly receivedUtc: string;
    readonly sightings: number;
  };
  readonly state: PackageDetail['state'];
  readonly outcome: 'refused' | 'blocked' | 'accepted' | 'loaded' | 'rejected' | 'not-inspected' | 'purged';
  readonly claims: PackageClaims | null;
  readonly formatPack: FormatPackId;
  readonly checks: {
    readonly made: readonly { readonly family: CheckFamily; readonly findings: number }[];
    readonly skipped: readonly (SkippedCheck & { readonly message: string })[];
  };
  readonly counts: FindingCounts;
  readonly findings: readonly ReportFinding[];
  readonly files: readonly ReportFile[];
  readonly removedPaths: readonly string[];
  readonly policy: {
    readonly sha256: string;
    readonly policy: Policy | null;
    readonly accepted: boolean;
    readonly clauses: readonly (ClauseOutcome & { readonly message: string })[];
    readonly deniedAlways: readonly DeniedCapability[];
  };
  readonly blockers: readonly string[];
  readonly supportBoundary: { readonly claimed: string | null; readonly risks: readonly string[] };
  readonly loaded: {
    readonly profileKey: string;
    readonly profileId: string;
    readonly generation: number;
    readonly current: boolean;
    readonly loadedUtc: string;
    readonly loadedBy: string;
  } | null;
  readonly anchorChanges: readonly Readonly<Record<string, unknown>>[];
  readonly receipt: NoOpReceipt | null;
  readonly events: readonly Pick<EventRecord, 'seq' | 'utc' | 'kind' | 'actor' | 'hash'>[];
  readonly chain: ChainState;
  readonly next: readonly { readonly id: NextStep; readonly message: string }[];
  readonly notClaimed: readonly { readonly id: (typeof NOT_CLAIMED)[number]; readonly message: string }[];
}

/** Gathers the report. The same input in the same language gives the same report. */
export function reportData(input: ReportInput, text: Text): ReportData {
  const { detail, events, policy, profile } = input;
  const { evaluation, claims } = detail;
  const blocking = evaluation.clauses.filter((clause) => clause.outcome === 'block');
  const outcome = outcomeOf(detail);
  const generation = profile?.generations.find((g) => g.n === detail.loadedAs?.generation);
  return {
    schema: 'uaix-desktop.report.v1',
    program: { name: 'UAIX Desktop', version: input.appVersion },
    madeUtc: input.madeUtc,
    language: text.language,
    received: {
      fileName: detail.fileName,
      archiveSha256: detail.archiveSha256,
      sizeBytes: detail.sizeBytes,
      receivedUtc: detail.receivedUtc,
      sightings: detail.sightings,
    },
    state: detail.state,
    outcome,
    claims,
    formatPack: detail.formatPack,
    checks: {
      made: checksMade(detail),
      skipped: checksSkipped(detail).map((check) => ({ ...check, message: text.t(`report:skipped.${check.reason}`) })),
    },
    counts: detail.counts,
    findings: detail.findings.map((found) => findingOf(found, text)),
    files: detail.files.map(fileOf),
    removedPaths: detail.removedPaths,
    policy: {
      sha256: evaluation.policySha256,
      policy: policy?.policy ?? null,
      accepted: evaluation.accepted,
      clauses: evaluation.clauses.map((clause) => ({ ...clause, message: text.clauseText(clause) })),
      deniedAlways: DENIED_CAPABILITIES,
    },
    blockers: detail.state === 'loaded' ? [] : blocking.map((clause) => text.clauseText(clause)),
    supportBoundary: {
      claimed: claims?.supportBoundary ?? null,
      risks: detail.findings
        .filter((found) => found.rule.startsWith('boundary/') || found.rule === 'security/authority-claim')
        .map((found) => messageOf(found, text)),
    },
    loaded:
      profile && generation
        ? {
            profileKey: profile.profileKey,
            profileId: profile.profileId,
            generation: generation.n,
            current: profile.current === generation.n,
            loadedUtc: generation.loadedUtc,
            loadedBy: generation.loadedBy,
          }
        : null,
    anchorChanges: events
      .filter(({ kind, data }) => kind === 'anchor.changed' && data.generation === generation?.n)
      .map(({ utc, actor, data }) => ({ ...data, utc, actor })),
    receipt: noOpReceipt(detail),
    events: events.map(({ seq, utc, kind, actor, hash }) => ({ seq, utc, kind, actor, hash })),
    chain: input.chain,
    next: nextSteps(detail, outcome).map((id) => ({ id, message: text.t(`report:next.${id}`) })),
    notClaimed: NOT_CLAIMED.map((id) => ({ id, message: text.t(`report:notClaimed.${id}`) })),
  };
}

function outcomeOf({ state, evaluation }: PackageDetail): ReportData['outcome'] {
  switch (state) {
    case 'receiving':
    case 'failed':
      return 'not-inspected';
    case 'no_op':
      return 'refused';
    case 'in_review':
      return evaluation.accepted ? 'accepted' : 'blocked';
    default:
      return state;
  }
}

function nextSteps({ evaluation }: PackageDetail, outcome: ReportData['outcome']): readonly NextStep[] {
  if (outcome === 'refused') return ['corrected-package'];
  if (outcome === 'not-inspected') return ['retry'];
  if (outcome === 'purged') return ['import-again'];
  if (outcome === 'accepted') return ['load'];
  if (outcome !== 'blocked') return ['nothing'];
  const reasons = new Map(evaluation.clauses.filter((c) => c.outcome === 'block').map((c) => [c.id, c.reason]));
  const steps: NextStep[] = [];
  if (reasons.has('files') || (reasons.has('anchors') && reasons.get('anchors') !== 'anchors.unauthorized')) {
    steps.push('decide-files');
  }
  if (reasons.has('acknowledged') || reasons.has('digests')) steps.push('acknowledge');
  if (reasons.get('anchors') === 'anchors.unauthorized') steps.push('authorize');
  if (['issuer', 'scopes', 'limits', 'persona', 'derivative'].some((id) => reasons.has(id as ClauseOutcome['id'])))
    steps.push('policy');
  if (reasons.has('pack')) steps.push('inspect-again');
  if (reasons.has('findings')) steps.push('corrected-package');
  return steps;
}

function findingOf(found: PackageDetail['findings'][number], text: Text): ReportFinding {
  const { todo } = text.findingText(found);
  return { ...found, clause: rule(found.rule).clause ?? null, message: messageOf(found, text), todo };
}

function messageOf(found: PackageDetail['findings'][number], text: Text): string {
  const { title, explanation } = text.findingText(found);
  return explanation === '' ? title : `${title} — ${explanation}`;
}

function fileOf({ findings: _, ...file }: PackageDetail['files'][number]): ReportFile {
  return file;
}

/** `spec` with its clause, or `local`: reports label what the format asks and what this program adds. */
export function basisLabel(basis: Basis, clause: string | null): string {
  return basis === 'spec' && clause !== null ? `spec ${clause}` : basis;
}
