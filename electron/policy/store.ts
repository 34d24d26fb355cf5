/** The policy file: read, written for the first time, changed. A broken file is never replaced by a silent default. */
import { join } from 'node:path';
import type { PolicyState } from '../../shared/contract.ts';
import type { Policy, Problem } from '../../shared/models.ts';
import type { Clock } from '../clock.ts';
import { appendEvent } from '../database/events.ts';
import { keepValue, keptValue } from '../database/kept-values.ts';
import type { DeskDatabase } from '../database/open.ts';
import { type Files, systemFiles } from '../files.ts';
import { ProblemError } from '../problem.ts';
import type { DataLayout } from '../quarantine/layout.ts';
import { comparePolicies } from './compare.ts';
import { DEFAULT_POLICY, policyDigest } from './default.ts';
import { type ParsedPolicy, parsePolicy, problemOfFault } from './parse.ts';
import { fault } from './syntax.ts';

/** Who changes the policy, and when. */
export interface PolicyContext {
  readonly db: DeskDatabase;
  readonly clock: Clock;
  readonly actor: string;
}

/** The file as it stands, broken or not: the editor shows it either way. */
export interface PolicyFileView {
  readonly path: string;
  readonly text: string;
  /** Null when the file is broken; then `problems` says where. */
  readonly state: PolicyState | null;
  readonly problems: readonly Problem[];
}

/** The policy that this program ships, with its comments. `resources` is the folder of the program's data files. */
export function defaultPolicyText(resources: string, files: Files = systemFiles): string {
  return files.readAll(join(resources, 'policy', 'policy.jsonc')).toString('utf8');
}

/** Reads the policy file; writes the default on first use. Throws only what the system throws. */
export function viewPolicy(layout: DataLayout, resources: string, files: Files = systemFiles): PolicyFileView {
  const path = layout.policy;
  if (files.look(path) === null) files.replace(path, defaultPolicyText(resources, files));
  const bytes = files.readAll(path);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const parsed = Buffer.from(text, 'utf8').equals(withoutMark(bytes)) ? parsePolicy(text) : notUtf8(text);
  if (parsed.policy === null) {
    const problems = parsed.problems.map(({ code, values }) => ({ code, values: { path, ...values } }));
    return { path, text, state: null, problems };
  }
  return { path, text, state: { policy: parsed.policy, text, sha256: parsed.sha256, path }, problems: [] };
}

/**
 * The policy in force.
 * @throws ProblemError policy-broken, with `path`, `line`, `column`, `pointer`, `reason`, `message` of the first fault
 */
export function loadPolicy(layout: DataLayout, resources: string, files: Files = systemFiles): PolicyState {
  const { state, problems } = viewPolicy(layout, resources, files);
  if (state) return state;
  const [first] = problems;
  throw new ProblemError('policy-broken', first?.values ?? { path: layout.policy });
}

/**
 * Replaces the policy file, in one step with the event that tells both digests and what became looser or tighter.
 * Tightening needs nothing; loosening needs `confirmed`. A broken file is replaced as if it had been the strict default.
 * @throws ProblemError policy-broken (the text does not pass; nothing was written), authorization-missing (loosening not confirmed)
 */
export function savePolicy(
  { db, clock, actor }: PolicyContext,
  resources: string,
  text: string,
  confirmed: boolean,
): PolicyState {
  const parsed = parsePolicy(text);
  if (parsed.policy === null) throw new ProblemError('policy-broken', parsed.problems[0].values);
  const { policy, sha256 } = parsed;
  return db.transaction(() => {
    const before = viewPolicy(db.layout, resources, db.files).state;
    const { loosens, tightens } = comparePolicies(before?.policy ?? DEFAULT_POLICY, policy);
    if (loosens.length > 0 && !confirmed) {
      throw new ProblemError('authorization-missing', { variant: 'policy', members: loosens.join(', ') });
    }
    if (before?.sha256 !== sha256) {
      const data = { before: before?.sha256 ?? null, after: sha256, loosens, tightens, door: 'desk', policy };
      appendEvent(db, { kind: 'policy.changed', actor, subject: null, utc: clock.now(), data });
      remember(db, policy);
    }
    db.files.replace(db.layout.policy, text);
    return { policy, text, sha256, path: db.layout.policy };
  });
}

/**
 * Tells the log about a policy file that was changed outside the program (with an editor, or by a crash between file and log), once.
 * @returns true when there was something to tell
 */
export function notePolicyOnDisk({ db, clock, actor }: PolicyContext, { policy, sha256 }: PolicyState): boolean {
  return db.transaction(() => {
    const known = recorded(db);
    const before = policyDigest(known);
    if (before === sha256) return false;
    const { loosens, tightens } = comparePolicies(known, policy);
    const data = { before, after: sha256, loosens, tightens, door: 'file', policy };
    appendEvent(db, { kind: 'policy.changed', actor, subject: null, utc: clock.now(), data });
    remember(db, policy);
    return true;
  });
}

/** Name of the row that holds the policy the log knows last. */
const RECORDED = 'policy.recorded';

function remember(db: DeskDatabase, policy: Policy): void {
  keepValue(db, RECORDED, JSON.stringify(policy));
}

function recorded(db: DeskDatabase): Policy {
  const value = keptValue(db, RECORDED);
  return (value === null ? null : parsePolicy(value).policy) ?? DEFAULT_POLICY;
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? bytes.subarray(3) : bytes;
}

/** The place is the first character that could not be read. */
function notUtf8(text: string): ParsedPolicy {
  return { policy: null, sha256: null, problems: [problemOfFault(text, fault('encoding', text.indexOf('\uFFFD')))] };
}
