/** Makers of clause outcomes. The reason becomes the key of the sentence: `<clause>.<reason>`. */
import type { ClauseId, ClauseOutcome } from '../../shared/models.ts';

type Values = ClauseOutcome['values'];

export function accept(
  id: ClauseId,
  reason: string,
  values: Values = {},
  paths: readonly string[] = [],
): ClauseOutcome {
  return { id, outcome: 'accept', reason: `${id}.${reason}`, values, paths };
}

export function block(id: ClauseId, reason: string, values: Values = {}, paths: readonly string[] = []): ClauseOutcome {
  return { id, outcome: 'block', reason: `${id}.${reason}`, values, paths };
}
