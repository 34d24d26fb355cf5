/** Clauses about what the package claims and measures: issuer, scopes, limits, persona, derivative, format pack. */
import { type ClauseOutcome, MANIFEST_PATH } from '../../shared/models.ts';
import type { PolicyInput } from './input.ts';
import { isAllowed, isDenied } from './issuer.ts';
import { accept, block } from './outcome.ts';

export const PERSONA_PATH = '.uai/persona.uai';
/** Every package has it; the policy has no switch for it. */
const UNIVERSAL = 'universal';

/** The deny list wins over everything; an acceptance of a person counts for this package only. */
export function issuerClause({ claims, policy, acceptances }: PolicyInput): ClauseOutcome {
  const issuer = claims?.issuer.trim() ?? '';
  if (issuer === '') return block('issuer', 'unknown');
  const { mode, allow, deny } = policy.issuers;
  if (isDenied(issuer, deny)) return block('issuer', 'denied', { issuer });
  if (mode === 'any') return accept('issuer', 'any', { issuer });
  if (isAllowed(issuer, allow)) return accept('issuer', 'allowed', { issuer });
  const once = acceptances.issuer;
  if (!once) return block('issuer', 'not-listed', { issuer });
  if (once.stale) return block('issuer', 'stale', { issuer });
  return accept('issuer', 'accepted-once', { issuer, by: once.by, utc: once.utc });
}

export function scopesClause({ claims, policy }: PolicyInput): ClauseOutcome {
  const declared = claims?.scopes ?? [];
  if (declared.length === 0) return block('scopes', 'unknown');
  const outside = declared.filter((scope) => scope !== UNIVERSAL && !policy.scopes.allow.includes(scope));
  if (outside.length > 0) return block('scopes', 'not-allowed', { scopes: outside });
  return accept('scopes', 'allowed', { scopes: declared });
}

/**
 * Limits of today on sizes as measured. The ratio of single entries is proven by the inspection; here the whole archive is judged,
 * so that a tightened ratio takes effect on what lies in the queue.
 */
export function limitsClause({ measured, policy: { limits } }: PolicyInput): ClauseOutcome {
  const { archiveBytes, entries, largestFile, totalBytes } = measured;
  if (archiveBytes > limits.archiveBytes) {
    return block('limits', 'archive', { actual: archiveBytes, limit: limits.archiveBytes });
  }
  if (entries > limits.entries) return block('limits', 'entries', { actual: entries, limit: limits.entries });
  if (largestFile && largestFile.bytes > limits.fileBytes) {
    return block('limits', 'file', { actual: largestFile.bytes, limit: limits.fileBytes }, [largestFile.path]);
  }
  if (totalBytes > limits.totalBytes) return block('limits', 'total', { actual: totalBytes, limit: limits.totalBytes });
  const judged = largestFile !== null && largestFile.bytes > limits.ratioFloorBytes && archiveBytes > 0;
  if (judged && totalBytes > limits.ratio * archiveBytes) {
    return block('limits', 'ratio', { actual: Math.ceil(totalBytes / archiveBytes), limit: limits.ratio });
  }
  return accept('limits', 'within', { archiveBytes, entries, totalBytes });
}

/** Some clients require a persona file in every package. */
export function personaClause({ files, policy }: PolicyInput): ClauseOutcome {
  const present = files.some((file) => file.path === PERSONA_PATH);
  if (!policy.requirePersona) return accept('persona', 'not-required');
  return present ? accept('persona', 'present', {}, [PERSONA_PATH]) : block('persona', 'missing', {}, [PERSONA_PATH]);
}

/**
 * A derivative is asked about (format F7): the person accepts the clause, or approves the persona file by itself. A package without
 * a persona file says what it is in its manifest, so that is the file to decide.
 */
export function derivativeClause({ claims, files, policy, acceptances }: PolicyInput): ClauseOutcome {
  if (!claims?.derivative) return accept('derivative', 'original');
  if (policy.derivatives === 'allow') return accept('derivative', 'allowed');
  const asked = files.find((file) => file.path === PERSONA_PATH) ?? files.find((file) => file.path === MANIFEST_PATH);
  const path = asked?.path ?? MANIFEST_PATH;
  const once = acceptances.derivative;
  if (once && !once.stale) return accept('derivative', 'accepted', { by: once.by, utc: once.utc, path }, [path]);
  const decision = asked?.decision;
  if (decision && !decision.stale && decision.manner === 'single' && decision.decision === 'approved') {
    return accept('derivative', 'accepted', { by: decision.by, utc: decision.utc, path }, [path]);
  }
  return block('derivative', 'ask', { path }, [path]);
}

/** The package was inspected with the rules that this program has today. */
export function packClause({ formatPack: { id, version, sha256 }, packCurrent }: PolicyInput): ClauseOutcome {
  const values = { id, version, sha256 };
  return packCurrent ? accept('pack', 'current', values) : block('pack', 'changed', values);
}
