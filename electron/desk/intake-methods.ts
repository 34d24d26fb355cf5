/** Files come in: imports, their progress, their end. */
import type { Desk } from '../../shared/contract.ts';
import { ProblemError } from '../problem.ts';
import { sampleArchive } from '../resources.ts';
import { answering } from './answering.ts';
import type { DeskContext } from './desk-context.ts';

type Methods = Pick<Desk, 'importFiles' | 'importSample' | 'cancelImport' | 'listImports' | 'retryPackage'>;
type Args<K extends keyof Methods> = Parameters<Desk[K]>[0];

export function intakeMethods(context: DeskContext): Methods {
  const { intake, actor } = context;
  return answering({
    importFiles: ({ paths }: Args<'importFiles'>) => intake.start(paths, actor),
    importSample: ({ id }: Args<'importSample'>) => intake.start([sampleArchive(id)], actor),
    cancelImport({ importId }: Args<'cancelImport'>) {
      if (!intake.cancel(importId)) throw new ProblemError('not-found', { what: importId });
      return null;
    },
    listImports: () => intake.list(),
    retryPackage: ({ archive }: Args<'retryPackage'>) => [intake.retry(archive, actor)],
  });
}
