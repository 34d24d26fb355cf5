/** Which members of a policy became looser and which tighter. Loosening needs a confirmation; tightening does not. */
import type { Limits } from '../../shared/limits.ts';
import type { Policy } from '../../shared/models.ts';
import { allowKey, denyKey } from './issuer.ts';

/** `neither`: the member changed, but no package is judged differently by it (an allow list while every issuer is allowed). */
export type Direction = 'loosens' | 'tightens' | 'neither';

/** One changed member. A list that both gained and lost names gives two. */
export interface PolicyChange {
  /** `limits.entries`, `issuers.mode`, `scopes.allow` …: key of its name in the locales, under `members`. */
  readonly member: string;
  readonly direction: Direction;
  /** Values of a plain member; the lost or gained names of a list. */
  readonly before: string | number | boolean | readonly string[];
  readonly after: string | number | boolean | readonly string[];
}

export interface PolicyComparison {
  /** Members, each once, in the order of the file. */
  readonly loosens: readonly string[];
  readonly tightens: readonly string[];
  readonly changes: readonly PolicyChange[];
}

const LIMIT_MEMBERS: readonly (keyof Limits)[] = [
  'archiveBytes',
  'entries',
  'fileBytes',
  'totalBytes',
  'ratio',
  // A higher floor judges fewer entries.
  'ratioFloorBytes',
];

/** Compares member by member, from `before` to `after`. Pure. */
export function comparePolicies(before: Policy, after: Policy): PolicyComparison {
  const changes: PolicyChange[] = [];
  for (const name of LIMIT_MEMBERS) {
    const [from, to] = [before.limits[name], after.limits[name]];
    if (from !== to) changes.push(change(`limits.${name}`, to > from ? 'loosens' : 'tightens', from, to));
  }

  const [fromMode, toMode] = [before.issuers.mode, after.issuers.mode];
  if (fromMode !== toMode) {
    changes.push(change('issuers.mode', toMode === 'any' ? 'loosens' : 'tightens', fromMode, toMode));
  }
  const listCounts = fromMode === 'allow-list' && toMode === 'allow-list';
  const allow = listChange(before.issuers.allow, after.issuers.allow, allowKey);
  changes.push(
    ...listChanges('issuers.allow', allow, listCounts ? 'loosens' : 'neither', listCounts ? 'tightens' : 'neither'),
  );
  const deny = listChange(before.issuers.deny, after.issuers.deny, denyKey);
  changes.push(...listChanges('issuers.deny', deny, 'tightens', 'loosens'));
  const scopes = listChange(before.scopes.allow, after.scopes.allow, (scope) => scope);
  changes.push(...listChanges('scopes.allow', scopes, 'loosens', 'tightens'));

  if (before.requirePersona !== after.requirePersona) {
    const direction = after.requirePersona ? 'tightens' : 'loosens';
    changes.push(change('requirePersona', direction, before.requirePersona, after.requirePersona));
  }
  if (before.derivatives !== after.derivatives) {
    const direction = after.derivatives === 'ask' ? 'tightens' : 'loosens';
    changes.push(change('derivatives', direction, before.derivatives, after.derivatives));
  }
  return { loosens: membersOf(changes, 'loosens'), tightens: membersOf(changes, 'tightens'), changes };
}

function change(
  member: string,
  direction: Direction,
  before: PolicyChange['before'],
  after: PolicyChange['after'],
): PolicyChange {
  return { member, direction, before, after };
}

interface ListChange {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

function listChange(before: readonly string[], after: readonly string[], key: (name: string) => string): ListChange {
  const [had, has] = [new Set(before.map(key)), new Set(after.map(key))];
  return { gained: after.filter((name) => !had.has(key(name))), lost: before.filter((name) => !has.has(key(name))) };
}

function listChanges(
  member: string,
  { gained, lost }: ListChange,
  whenGained: Direction,
  whenLost: Direction,
): readonly PolicyChange[] {
  const changes: PolicyChange[] = [];
  if (gained.length > 0) changes.push(change(member, whenGained, [], gained));
  if (lost.length > 0) changes.push(change(member, whenLost, lost, []));
  return changes;
}

function membersOf(changes: readonly PolicyChange[], direction: Direction): readonly string[] {
  return [...new Set(changes.filter((c) => c.direction === direction).map((c) => c.member))];
}
