/** What programs on this machine ask of the desk besides the contract: names as people type them, waiting, housekeeping. */
import type { Finding } from '../../shared/findings.ts';
import type { FormatPackId, ImportProgress, PackageSummary, Problem } from '../../shared/models.ts';
import { appendEvent } from '../database/events.ts';
import { type NoOpReceipt, noOpReceipt } from '../evidence/receipt.ts';
import { checkCopies } from '../handoff/doctor.ts';
import { findProfileByName } from '../profiles/record.ts';
import { type BackupSummary, backupDesk } from '../quarantine/backup.ts';
import { type DoctorRow, examine, examineUnopened } from '../quarantine/doctor.ts';
import { countFindings, type FindingCount } from '../quarantine/finding-counts.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { findByPrefix, findingsOf, formatPackOf, getSummary } from '../quarantine/packages.ts';
import { type RestoreSummary, restoreDesk } from '../quarantine/restore.ts';
import { cleanRest } from '../review/decide.ts';
import { type DeskContext, policyOrFault, reviewBasis } from './desk-context.ts';
import { type LocalProfiles, localProfiles } from './local-profiles.ts';
import { gatherPackage } from './package-detail.ts';
import { rederiveFiles } from './rederive.ts';

export type { DoctorRow, FindingCount };

/** A package without its files, and what its inspection found. */
export interface RecordedPackage extends PackageSummary {
  readonly formatPack: FormatPackId;
  readonly findings: readonly Finding[];
}

export interface LocalDesk {
  readonly profiles: LocalProfiles;
  readonly policyPath: string;
  /** The archive digest that begins with these digits. @throws ProblemError bad-request, not-found, ambiguous */
  findPackage(prefix: string): string;
  /** The key of the profile with this id or key. @throws ProblemError not-found, ambiguous */
  findProfile(name: string): string;
  /** Waits for the end of an import of this process. */
  importEnd(importId: string): Promise<ImportProgress>;
  /** What is recorded of a package and its inspection, for who prints it: neither disk nor policy is asked. @throws ProblemError not-found */
  recorded(archive: string): RecordedPackage;
  /** Files that "approve the clean rest" covers. */
  cleanRest(archive: string): readonly string[];
  /** Files that are the same as in the loaded generation and not decided yet. */
  unchangedFiles(archive: string): readonly string[];
  /** How often each rule has something to say, over all packages. */
  findingCounts(): readonly FindingCount[];
  /** Null when the package was not refused. */
  noOpReceipt(archive: string): NoOpReceipt | null;
  /** Writes the whole desk into one file and proves it by reading it again. */
  backup(file: string): Promise<BackupSummary>;
  /** Examines the whole data folder; with `repair`, repairs what is safe. */
  examine(repair: boolean): Promise<readonly DoctorRow[]>;
}

/** What is wrong with the policy file; null when it can be read. */
function policyFault(context: DeskContext): Problem | null {
  const policy = policyOrFault(context);
  return 'code' in policy ? policy : null;
}

/** Puts a backup in the place of the desk of a data folder; nobody may have it open. The old desk is moved aside, never deleted. */
export async function restoreFromBackup(file: string, dataFolder: string, actor: string): Promise<RestoreSummary> {
  return await restoreDesk(file, new DataLayout(dataFolder), { rederive: rederiveFiles, actor });
}

/** The doctor's table of a folder whose desk cannot be opened: why, and which copies of its database there are. */
export function examineUnopenedDesk(dataFolder: string, problem: Problem): readonly DoctorRow[] {
  return examineUnopened(new DataLayout(dataFolder), problem);
}

export function localDesk(context: DeskContext): LocalDesk {
  const { db, intake, packId } = context;
  return {
    profiles: localProfiles(context),
    policyPath: db.layout.policy,
    findPackage: (prefix) => findByPrefix(db, prefix),
    findProfile: (name) => findProfileByName(db, name).profileKey,
    importEnd: (importId) => intake.wait(importId),
    recorded: (archive) => ({
      ...getSummary(db, archive),
      formatPack: formatPackOf(db, archive) ?? packId,
      findings: findingsOf(db, archive),
    }),
    cleanRest: (archive) => cleanRest(db, archive, reviewBasis(context)),
    unchangedFiles(archive) {
      const { detail, changes } = gatherPackage(context, archive);
      return detail.files
        .filter((file) => changes.get(file.path) === 'unchanged' && (file.decision?.stale ?? true))
        .map((file) => file.path);
    },
    findingCounts: () => countFindings(db),
    noOpReceipt: (archive) => noOpReceipt(gatherPackage(context, archive).detail),
    async backup(file) {
      const summary = await backupDesk(db, db.layout, file);
      const { events, omitted } = summary;
      db.transaction(() =>
        appendEvent(db, {
          kind: 'desk.backed-up',
          actor: context.actor,
          subject: null,
          utc: db.clock.now(),
          data: { events, omitted: omitted.length },
        }),
      );
      return summary;
    },
    examine: (repair) =>
      examine(db, {
        repair,
        actor: context.actor,
        rederive: context.rederive,
        policyProblem: () => policyFault(context),
        handoff: checkCopies,
      }),
  };
}
