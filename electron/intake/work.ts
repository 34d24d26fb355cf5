/** One import of this process, from its start to its end. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { ImportProgress } from '../../shared/models.ts';
import type { Advance, Task } from './run.ts';

export interface Work {
  readonly importId: string;
  readonly fileName: string;
  readonly actor: string;
  readonly task: Task;
  readonly abort: AbortController;
  readonly advance: Advance;
  progress: ImportProgress;
  toldAt: number;
  readonly ended: PromiseWithResolvers<ImportProgress>;
}

export function newWork(fileName: string, actor: string, task: Task): Work {
  const importId = randomUUID();
  const archiveSha256 = task.kind === 'again' ? task.archiveSha256 : null;
  return {
    importId,
    fileName,
    actor,
    task,
    abort: new AbortController(),
    advance: { stage: 'waiting', archiveSha256: null, sizeBytes: 0 },
    progress: { importId, fileName, stage: 'waiting', done: 0, total: 0, archiveSha256, known: false, problem: null },
    toldAt: 0,
    ended: Promise.withResolvers<ImportProgress>(),
  };
}

/** The name of a file without its folders, as it is shown and kept. */
export function nameOf(path: string): string {
  return basename(path).toWellFormed() || path.toWellFormed();
}
