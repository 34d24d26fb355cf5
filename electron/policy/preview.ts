/** What a candidate policy would change for the packages in the queue. Pure. */
import type { PolicyPreview } from '../../shared/contract.ts';
import type { Acknowledgement, Policy } from '../../shared/models.ts';
import { comparePolicies } from './compare.ts';
import { DEFAULT_POLICY, policyDigest } from './default.ts';
import { evaluate } from './evaluate.ts';
import type { PolicyInput } from './input.ts';

/** A package of the queue, gathered under the policy of today. */
export interface PreviewPackage {
  readonly archiveSha256: string;
  readonly title: string;
  readonly input: PolicyInput;
}

/**
 * Compares the candidate with the policy in force and evaluates every package under both. Decisions are bound to the digest of the
 * policy, so under another digest they are stale and asked again; the preview says so instead of promising what would not hold.
 * @returns packages in the order given; `clauses` names those whose outcome or reason would differ
 */
export function previewPolicy(current: Policy, candidate: Policy, packages: readonly PreviewPackage[]): PolicyPreview {
  const { loosens, tightens } = comparePolicies(current, candidate);
  const policySha256 = policyDigest(candidate);
  return {
    loosens,
    tightens,
    packages: packages.map(({ archiveSha256, title, input }) => {
      const before = evaluate(input);
      const after = evaluate(underPolicy(input, candidate, policySha256));
      const clauses = after.clauses
        .filter((clause, at) => clause.reason !== before.clauses[at]?.reason)
        .map(({ id }) => id);
      return { archiveSha256, title, before: before.accepted, after: after.accepted, clauses };
    }),
  };
}

/**
 * The same while the file in force is broken: nothing loads, so every package is blocked before. Members are compared with the strict
 * defaults, as saving does.
 * @param packages gathered under the candidate, so that decisions made under the same policy hold again
 */
export function previewOverBroken(candidate: Policy, packages: readonly PreviewPackage[]): PolicyPreview {
  const { loosens, tightens } = comparePolicies(DEFAULT_POLICY, candidate);
  return {
    loosens,
    tightens,
    packages: packages.map(({ archiveSha256, title, input }) => {
      const after = evaluate(input).accepted;
      return { archiveSha256, title, before: false, after, clauses: [] };
    }),
  };
}

/** The same package as it would stand under another policy: with another digest, every act of review is stale. */
export function underPolicy(input: PolicyInput, policy: Policy, policySha256: string): PolicyInput {
  if (policySha256 === input.policySha256) return { ...input, policy };
  const { issuer, derivative } = input.acceptances;
  return {
    ...input,
    policy,
    policySha256,
    files: input.files.map((file) => ({ ...file, decision: file.decision && { ...file.decision, stale: true } })),
    findings: input.findings.map((found) => ({
      ...found,
      acknowledgement: found.acknowledgement && stale(found.acknowledgement),
    })),
    acceptances: {
      ...(issuer ? { issuer: stale(issuer) } : {}),
      ...(derivative ? { derivative: stale(derivative) } : {}),
    },
  };
}

function stale(acknowledgement: Acknowledgement): Acknowledgement {
  return { ...acknowledgement, stale: true };
}
