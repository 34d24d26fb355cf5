/** The no-op receipt: what was refused, by which published triggers, and that nothing came of it. Same package, same receipt. */
import { ANCHOR_PATHS, type AnchorChange, type FormatPackId, type PackageDetail } from '../../shared/models.ts';
import { type Basis, type RuleId, rule as ruleOf } from '../../shared/rules.ts';
import { type Finding, rulesIn } from './refusing.ts';
import { NO_OP_TRIGGERS, type NoOpTrigger, TRIGGER_OF_CLAIM, triggerOf } from './triggers.ts';

export interface TriggerEvidence {
  readonly id: NoOpTrigger;
  readonly rules: readonly {
    readonly rule: RuleId;
    readonly basis: Basis;
    readonly clause: string | null;
    readonly findings: number;
  }[];
}

export interface NoOpReceipt {
  readonly schema: 'uaix-desktop.receipt.v1';
  readonly outcome: 'no_op';
  readonly archiveSha256: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly receivedUtc: string;
  readonly formatPack: FormatPackId;
  /** What the manifest claims; null when it could not be read. */
  readonly package: {
    readonly packageId: string;
    readonly profileId: string;
    readonly issuer: string;
    readonly scopes: readonly string[];
  } | null;
  /** In the order of the published list. */
  readonly triggers: readonly TriggerEvidence[];
  /** What refused, with secrets masked as everywhere. */
  readonly findings: readonly Finding[];
  /** Anchor changes that were asked for without the words that authorise them. */
  readonly anchors: readonly Pick<AnchorChange, 'path' | 'operation' | 'authorization'>[];
  /** What this program did about it: nothing. */
  readonly effect: {
    readonly loaded: false;
    readonly executed: false;
    readonly anchorsChanged: false;
    readonly memoryPromoted: false;
    readonly networkUsed: false;
  };
}

const NO_EFFECT: NoOpReceipt['effect'] = {
  loaded: false,
  executed: false,
  anchorsChanged: false,
  memoryPromoted: false,
  networkUsed: false,
};

/**
 * The receipt of a package that was refused, or that would change anchors nobody authorised (format F6, F8).
 * @returns null when the package is neither
 */
export function noOpReceipt(detail: PackageDetail): NoOpReceipt | null {
  const refusing = detail.findings.filter((found) => found.severity === 'no-op');
  const anchors = detail.state === 'in_review' ? anchorsAsked(detail) : [];
  const isRefused = detail.state === 'no_op' || (detail.state !== 'loaded' && refusing.length > 0);
  if (!isRefused && anchors.length === 0) return null;
  const { archiveSha256, fileName, sizeBytes, receivedUtc, formatPack, claims } = detail;
  return {
    schema: 'uaix-desktop.receipt.v1',
    outcome: 'no_op',
    archiveSha256,
    fileName,
    sizeBytes,
    receivedUtc,
    formatPack,
    package: claims && {
      packageId: claims.packageId,
      profileId: claims.profileId,
      issuer: claims.issuer,
      scopes: claims.scopes,
    },
    triggers: triggersOf(detail, anchors.length > 0),
    findings: refusing.map(({ id: _, acknowledgement: __, ...found }) => found),
    anchors,
    effect: NO_EFFECT,
  };
}

function triggersOf(detail: PackageDetail, asksForAnchors: boolean): readonly TriggerEvidence[] {
  // A claim that a person looked at and accepted pulls nothing.
  const rules = rulesIn(
    detail.findings.filter((found) => found.severity === 'no-op' || found.acknowledgement === null),
  );
  return NO_OP_TRIGGERS.flatMap((id) => {
    const evidence = [...rules]
      .filter(([rule, { refuses }]) => (refuses ? triggerOf(rule) : TRIGGER_OF_CLAIM[rule]) === id)
      .map(([rule, { findings }]) => {
        const { basis, clause = null } = ruleOf(rule);
        return { rule, basis, clause, findings };
      });
    if (asksForAnchors && id === 'authority_boundary_conflict' && !rules.has('anchor/change')) {
      evidence.push({ rule: 'anchor/change', basis: 'spec', clause: 'F6', findings: 0 });
    }
    return evidence.length > 0 ? [{ id, rules: evidence }] : [];
  });
}

/** Anchors of the loaded profile that this package would change. */
function anchorsAsked({ target, files, removedPaths }: PackageDetail): NoOpReceipt['anchors'] {
  if (target === null) return [];
  return ANCHOR_PATHS.flatMap((path) => {
    const change = files.find((file) => file.path === path)?.change;
    const operation =
      change === 'changed' ? 'replace' : change === 'added' ? 'add' : removedPaths.includes(path) ? 'remove' : null;
    return operation ? [{ path, operation, authorization: `${operation} ${path}` } as const] : [];
  });
}
