/**
 * Texts of packages, read in an inspector process of their own: a long text or a hostile one holds up neither the window nor an import,
 * and nothing of it comes back before its secrets are masked.
 */

import type { InspectedFile } from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { maskedText, type ShownText, shownText } from '../inspect/shown-text.ts';
import type { InspectorPool } from '../inspector/pool.ts';
import { ProblemError } from '../problem.ts';
import { type Rederive, readBlobOrRestore } from '../quarantine/blobs.ts';

export type FileOfText = Pick<InspectedFile, 'path' | 'sha256' | 'sizeBytes'>;

export interface TextHit {
  readonly path: string;
  readonly line: number;
  readonly excerpt: string;
}

export interface TextReading {
  /** Makes the process ready for a text that will be asked for soon. What goes wrong here shows at the first text. */
  warm(): void;
  /** The text with everything hidden marked; null when the bytes are no text. */
  shown(archive: string, file: FileOfText): Promise<ShownText | null>;
  /** The text to compare, secrets masked; null when the bytes are no text. */
  compared(archive: string, file: FileOfText): Promise<string | null>;
  /** The same for a file that lies outside of the quarantine. @throws ProblemError damaged, with `found`: nothing can restore it here */
  comparedAt(place: string, file: FileOfText): Promise<string | null>;
  /** Lines that hold the words, at most `most`. */
  search(archive: string, files: readonly FileOfText[], words: string, most: number): Promise<readonly TextHit[]>;
}

/** Bytes searched by one request: a text that a person opens meanwhile waits for no more than this. */
const SEARCHED_BYTES = 4 * 1024 * 1024;
const SEARCHED_FILES = 500;

/**
 * All methods throw ProblemError: damaged, inspector-crashed, inspector-timeout, inspector-memory, cancelled.
 * @param pool a pool of its own: a reader does not wait for an import
 * @param ahead whether `warm` does anything: one command of the command line reads once or not at all
 */
export function textReading(
  pool: InspectorPool,
  { layout, files: disk }: DeskDatabase,
  { rederive, ahead }: { readonly rederive: Rederive; readonly ahead: boolean },
): TextReading {
  const restored = (archive: string, sha256: string) => readBlobOrRestore(layout, archive, sha256, rederive, disk);
  return {
    warm() {
      if (ahead) void pool.warm().catch(() => {});
    },
    async shown(archive, { sha256, sizeBytes }) {
      const job = { path: layout.blob(archive, sha256), sha256, sizeBytes, marks: true };
      // The bytes are made again from the archive; where they cannot be put back, they are masked here all the same.
      return await pool.read(job).catch(async (thrown) => shownText(await restored(archive, damagedFile(thrown))));
    },
    async compared(archive, { sha256, sizeBytes }) {
      const job = { path: layout.blob(archive, sha256), sha256, sizeBytes, marks: false };
      const shown = await pool
        .read(job)
        .then((read) => read?.text ?? null)
        .catch(async (thrown) => maskedText(await restored(archive, damagedFile(thrown))));
      return shown;
    },
    async comparedAt(path, { sha256, sizeBytes }) {
      return (await pool.read({ path, sha256, sizeBytes, marks: false }))?.text ?? null;
    },
    async search(archive, files, words, most) {
      const hits: TextHit[] = [];
      for (const some of batches(files)) {
        const job = {
          folder: layout.blobs(archive),
          files: some.map(({ sha256 }) => sha256),
          words,
          most: most - hits.length,
        };
        const found = await pool.search(job).catch(async (thrown) => {
          await restored(archive, damagedFile(thrown));
          return pool.search(job);
        });
        for (const { file, line, excerpt } of found) {
          const { path = '' } = some[file] ?? {};
          hits.push({ path, line, excerpt });
        }
        if (hits.length >= most) break;
      }
      return hits;
    },
  };
}

/** Digest of the file that the process found damaged; throws everything else on. */
function damagedFile(thrown: unknown): string {
  if (!(thrown instanceof ProblemError) || thrown.problem.code !== 'damaged') throw thrown;
  return String(thrown.problem.values.file);
}

function* batches(files: readonly FileOfText[]): Generator<readonly FileOfText[]> {
  let batch: FileOfText[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && (bytes + file.sizeBytes > SEARCHED_BYTES || batch.length === SEARCHED_FILES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(file);
    bytes += file.sizeBytes;
  }
  if (batch.length > 0) yield batch;
}
