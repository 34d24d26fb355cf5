/** A handoff desk outside the program, and a person who works on it: for tests, and for processes that tests kill. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HandoffAct, HandoffDecision, HandoffState } from '../../shared/handoff.ts';
import { ANCHOR_PATHS } from '../../shared/models.ts';
import { type DeskDatabase, openDatabase } from '../database/open.ts';
import type { Files } from '../files.ts';
import { inspectArchive } from '../inspect/inspect.ts';
import { currentFormatPack } from '../inspector/format-packs.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { resourcesFolder } from '../resources.ts';
import { carryOut } from './act.ts';
import type { HandoffContext } from './context.ts';
import type { InspectArchive } from './isolated.ts';
import { anchorEvidence } from './message.ts';
import { handoffState } from './state.ts';

export interface TestFolders {
  readonly root: string;
  readonly content: string;
  readonly improvement: string;
  readonly evidence: string;
}

export interface TestDesk extends TestFolders {
  readonly db: DeskDatabase;
  readonly context: HandoffContext;
  act(act: HandoffAct): Promise<HandoffState>;
  state(): HandoffState;
  /** As a program that ends: what was committed stays. */
  close(): void;
}

const pack = currentFormatPack(resourcesFolder());

/** The inspection without its process. */
export const inspectHere: InspectArchive = async ({ archivePath, fileName, limits }) =>
  await inspectArchive(readFileSync(archivePath), { fileName, limits, pack });

/** Opens a desk on the folders. `data` names its data folder: two names are two desks. */
export function testDesk(folders: TestFolders, options: { data?: string; files?: Files } = {}): TestDesk {
  const layout = new DataLayout(join(folders.root, options.data ?? 'data'));
  const db = openDatabase(layout, options.files ? { files: options.files } : {});
  const context: HandoffContext = {
    db,
    inspect: inspectHere,
    actor: 'ada (test)',
    appVersion: '0.0.0',
    settlePause: 20,
    importPackage: () => Promise.reject(new Error('no package in this test')),
    anchors: () => ({ set: ANCHOR_PATHS.map((path) => anchorEvidence(path, null)), generation: 0 }),
  };
  return {
    ...folders,
    db,
    context,
    async act(act) {
      await carryOut(context, act);
      return handoffState(db);
    },
    state: () => handoffState(db),
    close: () => db.close(),
  };
}

export function namePlaces({ content, improvement, evidence }: TestFolders): HandoffAct {
  const buckets = [
    { label: 'content', folder: content },
    { label: 'improvement', folder: improvement },
  ];
  return { act: 'set-places', buckets, evidence };
}

export const DECISION: HandoffDecision = {
  fileKind: 'content',
  disposition: 'apply-now',
  outcome: 'adapted',
  reason: 'The names were corrected.',
  recommendations: [{ summary: 'Rename the mill.', decision: 'adapted', reason: 'The old name stays in brackets.' }],
  checks: [],
  memoryPaths: [],
};

/** Brings whatever state a desk is in to a finished run, as a person would who looks at it anew. */
export async function workToTheEnd(desk: TestDesk): Promise<HandoffState> {
  let state = desk.state();
  if (state.places.evidence === null) state = await desk.act(namePlaces(desk));
  state = await desk.act({ act: 'scan', phase: 'startup' });
  for (const entry of state.scan?.entries ?? []) {
    if (entry.status === 'pending' && entry.fileId === null) state = await desk.act({ act: 'take', path: entry.path });
  }
  for (const { fileId, sha256 } of state.files) {
    const now = () => {
      const found = desk.state().files.find((file) => file.fileId === fileId);
      if (!found) throw new Error(`${fileId} is gone`);
      return found;
    };
    if (now().viewedUtc === null) await desk.act({ act: 'view', fileId, sha256 });
    if (now().decision === null) await desk.act({ act: 'decide', fileId, version: now().version, decision: DECISION });
    if (now().preservedUtc === null) await desk.act({ act: 'preserve', fileId, version: now().version });
    if (now().removedUtc === null) await desk.act({ act: 'remove', fileId, version: now().version });
  }
  return await desk.act({ act: 'finish' });
}
