/** The manifest's side of long-term memory (format F5): where the durable memory lives, who keeps it, and what became of the intake. */
import type { Finding } from '../../../shared/findings.ts';
import { textsOf } from '../manifest/texts.ts';
import type { FormatContext } from './context.ts';
import { tokenKey } from './token.ts';

/** One finding for each member that is missing or says nothing; one in all when the object itself is missing. */
export function checkLongMemory(context: FormatContext): readonly Finding[] {
  const { scope, member, members, disposition } = context.pack.content.longTermMemory;
  if (!context.scopes.has(scope)) return [];
  const given = context.view.manifest.value[member];
  if (given === undefined) {
    return [context.atManifest('content/long-memory', '', { variant: 'object', member, members })];
  }
  // Another type than an object is manifest/schema's.
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [];
  const memory = given as Record<string, unknown>;
  const missing = members.filter((name) => !says(memory[name]));
  const findings = missing.map((name) =>
    context.atManifest('content/long-memory', `/${member}`, { member: name, variant: name }),
  );
  const unfinished = unfinishedIntake(context, memory);
  if (unfinished !== null && !says(memory[disposition])) {
    const detail = { member: disposition, variant: 'intakeDisposition', intake: unfinished };
    findings.push(context.atManifest('content/long-memory', `/${member}`, detail));
  }
  return findings;
}

function says(value: unknown): boolean {
  return typeof value === 'boolean' || typeof value === 'number' || textsOf(value).length > 0;
}

/** What shows that processed intake is unfinished: the manifest says so, or an intake file is not reviewed yet. Null when nothing does. */
function unfinishedIntake(context: FormatContext, memory: Readonly<Record<string, unknown>>): string | null {
  const { unfinishedMembers } = context.pack.content.longTermMemory;
  const member = unfinishedMembers.find((name) => {
    const value = memory[name];
    return value === true || (typeof value === 'number' && value > 0) || textsOf(value).length > 0;
  });
  if (member) return member;
  const { intakeRoles, unreviewedStates } = context.pack.vocabulary;
  const file = context.view.manifest.files.find(
    ({ role, reviewState }) => intakeRoles.includes(tokenKey(role)) && unreviewedStates.includes(reviewState),
  );
  return file?.path ?? null;
}
