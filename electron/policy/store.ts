/** The policy file: read, written for the first time, changed. A broken file is never replaced by a silent default. */
import { join } from 'node:path';
import type { PolicySaved, PolicyState } from '../../shared/contract.ts';
import type { Policy, Problem } from '../../shared/models.ts';
import type { Clock } from '../clock.ts';
import { appendEvent } from '../database/events.ts';
import { keepValue, keptValue } from '../database/kept-values.ts';
import type { DeskDatabase } from '../database/open.ts';
import { type Files, systemFiles } from '../files.ts';
import { ProblemError } from '../problem.ts';
import type { DataLayout } from '../quarantine/layout.ts';
import { keepBroken } from './broken-file.ts';
import { comparePolicies } from './compare.ts';
import { DEFAULT_POLICY, policyDigest } from './default.ts';
import { type ParsedPolicy, parsePolicy, problemOfFault } from './parse.ts';
import { fault, POLICY_TEXT_LIMIT } from './syntax.ts';

/** Who changes the policy, and when. */
export interface PolicyContext {
  readonly db: DeskDatabase;
  readonly clock: Clock;
  readonly actor: string;
}

/** The file as it stands, broken or not: the editor shows it either way. */
export interface PolicyFileView {
  readonly path: string;
  /** Null when it is longer than any policy: then it is not read. */
  readonly bytes: Buffer | null;
  /** Null when nobody could edit it: too long, or bytes that are no text. */
  readonly text: string | null;
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
  if ((files.look(path)?.sizeBytes ?? 0) > FILE_LIMIT) return brokenView(path, null, null, tooLong());
  const bytes = files.readAll(path);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const parsed = Buffer.from(text, 'utf8').equals(withoutMark(bytes)) ? parsePolicy(text) : notUtf8(text);
  if (parsed.policy === null) {
    const isEditable = text.length <= POLICY_TEXT_LIMIT && !text.includes('\0');
    return brokenView(path, bytes, isEditable ? text : null, parsed);
  }
  return { path, bytes, text, state: { policy: parsed.policy, text, sha256: parsed.sha256, path }, problems: [] };
}

/** The longest text in UTF-8, with a byte order mark. A file beyond it is not read into memory. In bytes. */
const FILE_LIMIT = 3 * POLICY_TEXT_LIMIT + 3;

function brokenView(
  path: string,
  bytes: Buffer | null,
  text: string | null,
  { problems }: ParsedPolicy,
): PolicyFileView {
  const placed = problems.map(({ code, values }) => ({ code, values: { path, ...values } }));
  return { path, bytes, text, state: null, problems: placed };
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
 * Tightening needs nothing; loosening needs `confirmed`. A broken file is replaced as if it had been the strict default, and kept
 * beside: `kept` names the copy.
 * @throws ProblemError policy-broken (the text does not pass; nothing was written), authorization-missing (loosening not confirmed)
 */
export function savePolicy(
  { db, clock, actor }: PolicyContext,
  resources: string,
  text: string,
  confirmed: boolean,
): PolicySaved {
  const parsed = parsePolicy(text);
  if (parsed.policy === null) throw new ProblemError('policy-broken', parsed.problems[0].values);
  const { policy, sha256 } = parsed;
  return db.transaction(() => {
    const view = viewPolicy(db.layout, resources, db.files);
    const before = view.state;
    const { loosens, tightens } = comparePolicies(before?.policy ?? DEFAULT_POLICY, policy);
    if (loosens.length > 0 && !confirmed) {
      throw new ProblemError('authorization-missing', { variant: 'policy', members: loosens.join(', ') });
    }
    const utc = clock.now();
    const broken = before === null ? keepBroken(db.files, view, utc) : null;
    if (before?.sha256 !== sha256) {
      const kept = broken === null ? {} : { kept: broken.name };
      const data = { before: before?.sha256 ?? null, after: sha256, loosens, tightens, door: 'desk', policy, ...kept };
      appendEvent(db, { kind: 'policy.changed', actor, subject: null, utc, data });
      remember(db, policy);
    }
    try {
      db.files.replace(db.layout.policy, text);
    } catch (thrown) {
      broken?.putBack();
      throw thrown;
    }
    return { policy, text, sha256, path: db.layout.policy, kept: broken?.path ?? null };
  });
}

/**
 * Puts the shipped policy in the place of a broken one, which is kept beside; logged like any change.
 * @throws ProblemError changed-meanwhile when the file passes by now: what somebody mended is not thrown away
 */
export function resetPolicy(context: PolicyContext, resources: string): PolicySaved {
  const { db } = context;
  return db.transaction(() => {
    const { path, state } = viewPolicy(db.layout, resources, db.files);
    if (state !== null) throw new ProblemError('changed-meanwhile', { what: path });
    return savePolicy(context, resources, defaultPolicyText(resources, db.files), false);
  });
}

/** Members in which the last policy that the log knows differs from the strict defaults: what a reset does not bring back. */
export function departures(db: DeskDatabase): readonly string[] {
  return [...new Set(comparePolicies(DEFAULT_POLICY, recorded(db)).changes.map(({ member }) => member))];
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

function tooLong(): ParsedPolicy {
  const problem = problemOfFault('', fault('size', 0, '', { limit: POLICY_TEXT_LIMIT }));
  return { policy: null, sha256: null, problems: [problem] };
}

/** The place is the first character that could not be read. */
function notUtf8(text: string): ParsedPolicy {
  return { policy: null, sha256: null, problems: [problemOfFault(text, fault('encoding', text.indexOf('\uFFFD')))] };
}
