/** Opens the desk on one data folder: the only room that knows all the others. */
import { userInfo } from 'node:os';
import type { Desk, DeskEvents } from '../../shared/contract.ts';
import { verifyChain } from '../database/events.ts';
import { type DeskDatabase, openDatabase } from '../database/open.ts';
import type { InspectArchive } from '../handoff/isolated.ts';
import type { FormatPack } from '../inspect/format/pack.ts';
import { withPresent } from '../inspect/present.ts';
import { currentFormatPack, currentFormatPackId } from '../inspector/format-packs.ts';
import { InspectorPool } from '../inspector/pool.ts';
import { spawnChildInspector } from '../inspector/spawn-child.ts';
import type { SpawnInspector } from '../inspector/transport.ts';
import { Intake } from '../intake/import.ts';
import type { Inspect } from '../intake/inspection.ts';
import type { AdvanceJob, RecordJob } from '../intake/run.ts';
import { loadPolicy, notePolicyOnDisk } from '../policy/store.ts';
import { ProblemError } from '../problem.ts';
import { sweepProfiles } from '../profiles/sweep.ts';
import { advanceImport } from '../quarantine/imports-table.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { type Recorded, recordImport } from '../quarantine/record.ts';
import { sweep } from '../quarantine/recovery.ts';
import { sampleArchive } from '../resources.ts';
import { storeProgressOfRecord } from '../review/progress.ts';
import { derivativeMethods } from './derivative-methods.ts';
import { type DeskContext, type EmitEvent, policyInForce, reviewBasis } from './desk-context.ts';
import { evidenceMethods } from './evidence-methods.ts';
import { fileMethods } from './file-methods.ts';
import { generationMethods } from './generation-methods.ts';
import { handoffMethods, handoffWatching } from './handoff-methods.ts';
import { intakeMethods } from './intake-methods.ts';
import { type LocalDesk, localDesk } from './local-desk.ts';
import { policyMethods } from './policy-methods.ts';
import { profileMethods } from './profile-methods.ts';
import { Recorder } from './recorder.ts';
import { rederiveFiles } from './rederive.ts';
import { rehearse } from './rehearsal.ts';
import { performAct, type ReviewJob } from './review-acts.ts';
import { reviewMethods } from './review-methods.ts';
import { settingsMethods } from './settings-methods.ts';
import { textReading } from './text-reading.ts';

export interface OpenDeskOptions {
  readonly dataFolder: string;
  /** Folder of format packs and default policy. */
  readonly resourcesFolder: string;
  /** The door through which acts come; it stands beside the user's name in the event log. */
  readonly door: 'window' | 'command line';
  readonly appVersion: string;
  /** BCP 47 tag. */
  readonly systemLanguage: string;
  /** How the inspector process is started; a child process of Node by default. */
  readonly spawnInspector?: SpawnInspector;
  /** Files are handed over as soon as the desk is open: the inspector starts meanwhile. */
  readonly filesFollow?: boolean;
}

/** Told about imports and changes as they happen. */
export type DeskListener = <E extends keyof DeskEvents>(event: E, data: DeskEvents[E]) => void;

export interface OpenDesk {
  readonly desk: Desk;
  /** What the command line asks besides the contract. */
  readonly local: LocalDesk;
  readonly dataFolder: string;
  /** @returns a function that ends the listening */
  on(listener: DeskListener): () => void;
  /**
   * Makes the first file quick: starts the inspector and the thread that writes, and rehearses. For a window that stands and has
   * nothing else to do; calling it again does nothing. What goes wrong here shows at the first import.
   * @returns settled once all is ready or has failed; never rejects
   */
  prepare(): Promise<void>;
  /** Breaks off running imports (they can be retried), ends the inspector, closes the database. */
  close(): Promise<void>;
}

/**
 * Opens the desk: database, recovery sweep, inspector, intake.
 * @throws ProblemError database-newer, database-damaged, database-locked, read-only, permission-denied, disk-full, …
 */
export async function openDesk(options: OpenDeskOptions): Promise<OpenDesk> {
  const layout = new DataLayout(options.dataFolder);
  const pool = new InspectorPool({
    spawn: options.spawnInspector ?? spawnChildInspector,
    resources: options.resourcesFolder,
    readable: [layout.quarantine, layout.staging, layout.handoff],
    writable: layout.staging,
  });
  let db: DeskDatabase | undefined;
  try {
    if (options.filesFollow) warmQuietly(pool);
    db = openDatabase(layout);
    return await openRooms(options, layout, db, pool);
  } catch (thrown) {
    await pool.close();
    db?.close();
    throw thrown;
  }
}

/** What goes wrong here shows when a file is inspected. */
function warmQuietly(pool: InspectorPool, archiveBytes = 0): void {
  pool.warm(archiveBytes).catch(() => {});
}

async function openRooms(
  options: OpenDeskOptions,
  layout: DataLayout,
  db: DeskDatabase,
  pool: InspectorPool,
): Promise<OpenDesk> {
  const { resourcesFolder, appVersion, systemLanguage } = options;
  const actor = `${userName()} (${options.door})`;
  await sweep(db, layout, { actor });
  await sweepProfiles({ db, clock: db.clock, actor });
  const packId = currentFormatPackId(resourcesFolder);
  let pack: FormatPack | null = null;
  // Its own process: whoever reads does not wait for an import, and it writes nowhere.
  const reader = new InspectorPool({
    spawn: options.spawnInspector ?? spawnChildInspector,
    resources: resourcesFolder,
    readable: [layout.quarantine, layout.profiles],
  });
  const listeners = new Set<DeskListener>();
  const emit: EmitEvent = (event, data) => {
    for (const listener of listeners) listener(event, data);
  };

  const here = {
    advance: ({ importId, stage, archiveSha256 }: AdvanceJob) => advanceImport(db, importId, stage, archiveSha256),
    record(job: RecordJob): Recorded {
      const afterRecord = (archive: string): void => storeProgressOfRecord(db, archive, () => reviewBasis(context));
      return recordImport(db, { ...job, clock: db.clock, afterRecord });
    },
    review: ({ act, look }: ReviewJob) => performAct(context, act, look),
  };
  // Behind a window nothing may stand still; a command has nothing else to do meanwhile.
  const dataFolder = layout.root;
  const recorder = options.door === 'window' ? new Recorder({ dataFolder, resourcesFolder, packId, here }) : null;
  const closing = new AbortController();
  let rehearsal: Promise<void> | null = null;
  let filesCame = false;

  const intake: Intake = new Intake({
    db,
    inspect: inspectWith(pool, db),
    ahead: (sizeBytes) => warmQuietly(pool, sizeBytes),
    limits: () => policyInForce(context).policy.limits,
    clerk: {
      advance: async (step) => await (recorder ?? here).advance(step),
      async record(job) {
        const recorded = await (recorder ?? here).record(job);
        emit('changed', { what: 'package', key: job.archiveSha256 });
        return recorded;
      },
    },
    onProgress(progress) {
      filesCame = true;
      emit('intake-progress', progress);
    },
  });
  const context: DeskContext = {
    db,
    packId,
    pack() {
      pack ??= currentFormatPack(resourcesFolder);
      return pack;
    },
    resourcesFolder,
    appVersion,
    systemLanguage,
    actor,
    intake,
    rederive: rederiveFiles,
    reading: textReading(reader, db, { rederive: rederiveFiles, ahead: options.door === 'window' }),
    emit,
    quiet: async () => await recorder?.quiet(),
    recorder,
  };
  notePolicyChange(context);
  // What was appended since the last look is verified now; `audit verify` and the evidence screen verify everything.
  const chain = verifyChain(db, { from: 'checkpoint' });

  const inspectAlone: InspectArchive = (job) => pool.inspect(job);
  const watching = options.door === 'window' ? handoffWatching(context, inspectAlone) : null;
  return {
    desk: {
      ...settingsMethods(context, chain),
      ...intakeMethods(context),
      ...reviewMethods(context),
      ...fileMethods(context),
      ...profileMethods(context),
      ...generationMethods(context),
      ...derivativeMethods(context),
      ...policyMethods(context),
      ...evidenceMethods(context),
      ...handoffMethods(context, inspectAlone, watching),
    },
    local: localDesk(context),
    dataFolder: layout.root,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async prepare() {
      const { signal } = closing;
      if (signal.aborted) return;
      recorder?.warm();
      const sample = { pool, layout, archive: sampleArchive('advanced-persona'), clerk: recorder };
      rehearsal ??= rehearse({ ...sample, isWanted: () => !filesCame, signal }).then(
        () => {},
        () => {},
      );
      await rehearsal;
    },
    async close() {
      closing.abort();
      await rehearsal;
      await watching?.close();
      await intake.close();
      await recorder?.close();
      await Promise.all([pool.close(), reader.close()]);
      db.close();
    },
  };
}

/** The inspector process gives the report; the present is added here, since an inspection has no clock. */
function inspectWith(pool: InspectorPool, db: DeskDatabase): Inspect {
  return async ({ archivePath, fileName, stagingFolder, limits }, options) => {
    const report = await pool.inspect({ archivePath, fileName, stagingFolder, limits }, options);
    return withPresent(report, db.clock.now());
  };
}

/** A policy file that was edited by hand is in force like any other; the log is told about it. A broken one changes nothing. */
function notePolicyChange({ db, resourcesFolder, actor }: DeskContext): void {
  try {
    notePolicyOnDisk({ db, clock: db.clock, actor }, loadPolicy(db.layout, resourcesFolder, db.files));
  } catch (thrown) {
    if (!(thrown instanceof ProblemError) || thrown.problem.code !== 'policy-broken') throw thrown;
    // Every clause and every act that needs the policy says where it is broken.
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // Some containers run under an account without a name.
    return 'unknown';
  }
}
