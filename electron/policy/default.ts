/** The strict policy that stands in for whatever the file leaves out, and the digest that decisions are bound to. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { compareText } from '../../shared/findings.ts';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import type { Policy } from '../../shared/models.ts';

/** Scopes that a package may declare (format F4.5). `universal` is part of every package and has no switch. */
export const KNOWN_SCOPES = [
  'project_handoff',
  'code_bearing',
  'non_project_assistant',
  'persona_profile',
  'advanced_persona_profile',
  'long_term_memory',
  'agent_file_handoff',
] as const;

export const DEFAULT_POLICY: Policy = {
  version: 1,
  limits: DEFAULT_LIMITS,
  issuers: { mode: 'any', allow: [], deny: [] },
  scopes: { allow: KNOWN_SCOPES },
  requirePersona: false,
  derivatives: 'ask',
};

/** Members as they may stand in the file: each one optional. */
export interface WrittenPolicy {
  readonly limits?: Partial<Policy['limits']>;
  readonly issuers?: Partial<Policy['issuers']>;
  readonly scopes?: Partial<Policy['scopes']>;
  readonly requirePersona?: boolean;
  readonly derivatives?: Policy['derivatives'];
}

/**
 * The policy in force for what is written: defaults filled in, lists as sorted sets, so that comments, the order of members and the
 * order of a list change nothing.
 */
export function effectivePolicy(written: WrittenPolicy): Policy {
  const base = DEFAULT_POLICY;
  return {
    version: 1,
    limits: { ...base.limits, ...written.limits },
    issuers: {
      mode: written.issuers?.mode ?? base.issuers.mode,
      allow: sortedSet(written.issuers?.allow ?? base.issuers.allow),
      deny: sortedSet(written.issuers?.deny ?? base.issuers.deny),
    },
    scopes: { allow: sortedSet(written.scopes?.allow ?? base.scopes.allow) },
    requirePersona: written.requirePersona ?? base.requirePersona,
    derivatives: written.derivatives ?? base.derivatives,
  };
}

/** SHA-256, lower-case hex, over the RFC 8785 form of the effective policy: a comment does not make a decision stale. */
export function policyDigest(policy: Policy): string {
  const text = canonicalize(effectivePolicy(policy));
  if (text === undefined) throw new TypeError('a policy is always an object');
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function sortedSet(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compareText);
}
