/** What the methods of the desk share: the rooms, opened once, and the few questions they all ask. */
import type { DeskEvents, PolicyState } from '../../shared/contract.ts';
import { CLAUSE_IDS, type FormatPackId, type PolicyEvaluation, type Problem } from '../../shared/models.ts';
import type { ReviewChange } from '../../shared/review-change.ts';
import type { DeskDatabase } from '../database/open.ts';
import type { FormatPack } from '../inspect/format/pack.ts';
import type { Intake } from '../intake/import.ts';
import { loadPolicy, viewPolicy } from '../policy/store.ts';
import type { Rederive } from '../quarantine/blobs.ts';
import type { ReviewBasis } from '../review/acts.ts';
import type { ReviewContext } from '../review/decide.ts';
import type { ReviewJob } from './review-acts.ts';
import type { TextReading } from './text-reading.ts';

export type EmitEvent = <E extends keyof DeskEvents>(event: E, data: DeskEvents[E]) => void;

export interface DeskContext {
  readonly db: DeskDatabase;
  /** Id of the format pack that new inspections use. */
  readonly packId: FormatPackId;
  /** That pack, read and proven on first use: most acts only compare its id. */
  pack(): FormatPack;
  readonly resourcesFolder: string;
  readonly appVersion: string;
  readonly systemLanguage: string;
  /** `ada (window)`: user of this machine and the door. */
  readonly actor: string;
  readonly intake: Intake;
  readonly rederive: Rederive;
  readonly reading: TextReading;
  readonly emit: EmitEvent;
  /** Settled once no import is being recorded: who writes then does not stand still for the database. */
  readonly quiet: () => Promise<void>;
  /** Does acts of review in a thread of its own; null where nobody waits for anything else. */
  readonly recorder: { review(job: ReviewJob): Promise<ReviewChange> } | null;
}

/** What a thread of the desk knows of it: enough to judge a package. */
export type JudgingPlace = Pick<DeskContext, 'db' | 'packId' | 'resourcesFolder'>;
/** And to act on it. */
export type ActingPlace = JudgingPlace & Pick<DeskContext, 'actor'>;

/** The policy in force, read from its file each time: another program may have changed it. @throws ProblemError policy-broken */
export function policyInForce({ db, resourcesFolder }: Pick<DeskContext, 'db' | 'resourcesFolder'>): PolicyState {
  return loadPolicy(db.layout, resourcesFolder, db.files);
}

/** The policy in force, or what is broken about its file. */
export function policyOrFault({
  db,
  resourcesFolder,
}: Pick<DeskContext, 'db' | 'resourcesFolder'>): PolicyState | Problem {
  const { state, problems } = viewPolicy(db.layout, resourcesFolder, db.files);
  return state ?? problems[0] ?? { code: 'policy-broken', values: { path: db.layout.policy } };
}

/** What decisions are bound to today. Under a broken policy nothing holds, so nothing is bound to its empty digest. */
export function reviewBasis(
  context: Pick<DeskContext, 'db' | 'resourcesFolder' | 'packId'>,
  policy: Problem | Pick<PolicyState, 'sha256'> = policyOrFault(context),
): ReviewBasis {
  return { packSha256: context.packId.sha256, policySha256: 'sha256' in policy ? policy.sha256 : '' };
}

/** Context of an act of review. @throws ProblemError policy-broken: nothing is decided under a policy that nobody can read */
export function reviewContext(context: ActingPlace): ReviewContext {
  const { db, actor } = context;
  const { sha256: policySha256 } = policyInForce(context);
  return { db, clock: db.clock, actor, basis: { packSha256: context.packId.sha256, policySha256 } };
}

/** A broken policy file means that nothing loads: every clause blocks and says where the file is broken. */
export function blockedByFault({ values }: Problem): PolicyEvaluation {
  const reason = `broken.${String(values.reason ?? 'syntax')}`;
  const clauses = CLAUSE_IDS.map((id) => ({ id, outcome: 'block' as const, reason, values, paths: [] }));
  return { accepted: false, clauses, policySha256: '' };
}
