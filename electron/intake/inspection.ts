/** What the intake asks of the inspector; `electron/inspector` answers it from its own process. */
import type { Limits } from '../../shared/limits.ts';
import type { InspectionReport } from '../../shared/models.ts';

export interface InspectionJob {
  /** The private copy: whole, hashed, never changed; it may still be on its way to the disk. */
  readonly archivePath: string;
  readonly archiveSha256: string;
  readonly sizeBytes: number;
  /** As the file was given, without folders: the extension is judged by it. */
  readonly fileName: string;
  /** A folder of this import: each file's bytes go to `<stagingFolder>/<sha256>`. */
  readonly stagingFolder: string;
  readonly limits: Limits;
}

export interface InspectionOptions {
  readonly signal: AbortSignal;
  /** Files done and files in all. */
  readonly onProgress: (done: number, total: number) => void;
}

/** @throws ProblemError inspector-crashed, inspector-timeout, inspector-memory, cancelled */
export type Inspect = (job: InspectionJob, options: InspectionOptions) => Promise<InspectionReport>;
