/** Applies the local policy to one package, clause by clause. Pure: the same input always gives the same outcome. */
import { CLAUSE_IDS, type ClauseId, type ClauseOutcome, type PolicyEvaluation } from '../../shared/models.ts';
import {
  derivativeClause,
  issuerClause,
  limitsClause,
  packClause,
  personaClause,
  scopesClause,
} from './claim-clauses.ts';
import type { PolicyInput } from './input.ts';
import { acknowledgedClause, anchorsClause, digestsClause, filesClause, findingsClause } from './review-clauses.ts';

const CLAUSES: Readonly<Record<ClauseId, (input: PolicyInput) => ClauseOutcome>> = {
  findings: findingsClause,
  acknowledged: acknowledgedClause,
  files: filesClause,
  anchors: anchorsClause,
  digests: digestsClause,
  issuer: issuerClause,
  scopes: scopesClause,
  limits: limitsClause,
  persona: personaClause,
  derivative: derivativeClause,
  pack: packClause,
};

/** Every clause, in the order of `CLAUSE_IDS`; the package is accepted only when all of them accept (format F1.2, F1.3). */
export function evaluate(input: PolicyInput): PolicyEvaluation {
  const clauses = CLAUSE_IDS.map((id) => CLAUSES[id](input));
  return {
    accepted: clauses.every((clause) => clause.outcome === 'accept'),
    clauses,
    policySha256: input.policySha256,
  };
}

/** True when nothing but the typed authorisation of anchor changes is missing: the load sheet may open and ask for it. */
export function onlyAuthorizationMissing(evaluation: PolicyEvaluation): boolean {
  const blocking = evaluation.clauses.filter((clause) => clause.outcome === 'block');
  return blocking.length > 0 && blocking.every((clause) => clause.reason === 'anchors.unauthorized');
}
