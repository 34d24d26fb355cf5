/** Looking at the files of a package: text with everything hidden marked, raw bytes, differences, search. */
import type { Desk, FileDifference } from '../../shared/contract.ts';
import type { FileContent, InspectedFile, TextMark } from '../../shared/models.ts';
import { decodeText } from '../inspect/scan/decode.ts';
import { maskSecrets } from '../inspect/scan/mask.ts';
import { revealMarks } from '../inspect/scan/reveal.ts';
import { ProblemError } from '../problem.ts';
import { loadTarget } from '../profiles/plan.ts';
import { generationFiles } from '../profiles/record.ts';
import { readBlobOrRestore } from '../quarantine/blobs.ts';
import { filesOf, getSummary } from '../quarantine/packages.ts';
import { answering } from './answering.ts';
import type { DeskContext } from './desk-context.ts';

type Methods = Pick<Desk, 'readFile' | 'readBytes' | 'diffFile' | 'searchPackage'>;
type Args<K extends keyof Methods> = Parameters<Desk[K]>[0];

/** Hits shown for one search: more than a person reads. */
const MOST_HITS = 500;
/** Characters on each side of a hit. */
const EXCERPT = 60;

export function fileMethods(context: DeskContext): Methods {
  return answering({
    async readFile({ archive, path }: Args<'readFile'>): Promise<FileContent> {
      const file = fileAt(context, archive, path);
      const bytes = await bytesOf(context, archive, file);
      const { sha256, sizeBytes, kind } = file;
      const base = { path, sha256, sizeBytes, kind };
      const decoded = kind === 'text' ? decodeText(bytes) : null;
      if (decoded === null)
        return { ...base, text: null, encoding: null, marks: [], bytes: kind === 'image' ? bytes : null };
      const masked = await maskSecrets(decoded.text);
      const marks = [...revealMarks(masked.text), ...masked.marks].sort((a, b) => a.from - b.from);
      const encoding = decoded.encoding === 'utf-8' ? null : decoded.encoding;
      return { ...base, text: masked.text, encoding, marks: withoutOverlap(marks), bytes: null };
    },

    async readBytes({ archive, path, offset, length }: Args<'readBytes'>): Promise<Uint8Array> {
      const bytes = await bytesOf(context, archive, fileAt(context, archive, path));
      return bytes.subarray(offset, offset + length);
    },

    diffFile: (args: Args<'diffFile'>) => diffFile(context, args),

    async searchPackage({ archive, text }: Args<'searchPackage'>) {
      const hits: { path: string; line: number; excerpt: string }[] = [];
      const wanted = text.toLowerCase();
      for (const file of filesOf(context.db, archive).filter(({ kind }) => kind === 'text')) {
        const content = await maskedText(context, archive, file);
        for (const hit of linesWith(content ?? '', wanted)) {
          hits.push({ path: file.path, ...hit });
          if (hits.length === MOST_HITS) return hits;
        }
      }
      return hits;
    },
  });
}

async function diffFile(context: DeskContext, { archive, path, against }: Args<'diffFile'>): Promise<FileDifference> {
  const { db } = context;
  const here = filesOf(db, archive).find((file) => file.path === path);
  const other = against === null ? loadedFile(context, archive, path) : packageFile(context, against, path);
  if (!here && !other.file) throw new ProblemError('not-found', { what: path });
  const after = here ? await maskedText(context, archive, here) : null;
  const before = other.file ? await maskedText(context, other.archive, other.file) : null;
  const { fileName } = getSummary(db, archive);
  const identical = here !== undefined && here.sha256 === other.file?.sha256;
  return { path, before, after, beforeLabel: other.label, afterLabel: fileName, identical };
}

interface OtherSide {
  readonly archive: string;
  readonly file: Pick<InspectedFile, 'path' | 'sha256' | 'sizeBytes' | 'kind'> | null;
  readonly label: string;
}

/** The same path in the generation that is loaded where this package would go. */
function loadedFile({ db }: DeskContext, archive: string, path: string): OtherSide {
  const { claims } = getSummary(db, archive);
  const profile = claims && loadTarget(db, claims).profile;
  const generation = profile?.generations.find(({ n }) => n === profile.current);
  if (!profile || !generation) throw new ProblemError('not-found', { what: path, variant: 'nothing-loaded' });
  const loaded = generationFiles(db, profile.profileKey, generation.n).find((file) => file.path === path);
  const file = filesOf(db, generation.archiveSha256).find((candidate) => candidate.path === path) ?? null;
  const label = `${profile.title} ${generation.n}`;
  return { archive: generation.archiveSha256, file: loaded && file?.sha256 === loaded.sha256 ? file : null, label };
}

function packageFile({ db }: DeskContext, archive: string, path: string): OtherSide {
  const file = filesOf(db, archive).find((candidate) => candidate.path === path) ?? null;
  return { archive, file, label: getSummary(db, archive).fileName };
}

function fileAt({ db }: DeskContext, archive: string, path: string): InspectedFile {
  const file = filesOf(db, archive).find((candidate) => candidate.path === path);
  if (!file) throw new ProblemError('not-found', { what: path });
  return file;
}

/** The proven bytes of a file. @throws ProblemError damaged; not-allowed-in-state when they were purged */
function bytesOf(
  { db, rederive }: DeskContext,
  archive: string,
  { sha256 }: Pick<InspectedFile, 'sha256'>,
): Promise<Buffer> {
  const { state } = getSummary(db, archive);
  if (state === 'purged') throw new ProblemError('not-allowed-in-state', { what: archive, state, to: 'read' });
  return readBlobOrRestore(db.layout, archive, sha256, rederive, db.files);
}

async function maskedText(
  context: DeskContext,
  archive: string,
  file: Pick<InspectedFile, 'sha256' | 'kind'>,
): Promise<string | null> {
  if (file.kind !== 'text') return null;
  const decoded = decodeText(await bytesOf(context, archive, file));
  return decoded === null ? null : (await maskSecrets(decoded.text)).text;
}

/** Marks ordered by position, the first of two that overlap. */
function withoutOverlap(marks: readonly TextMark[]): readonly TextMark[] {
  let end = 0;
  return marks.filter(({ from, to }) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}

function* linesWith(text: string, wanted: string): Generator<{ line: number; excerpt: string }> {
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const column = line.toLowerCase().indexOf(wanted);
    if (column < 0) continue;
    yield { line: at + 1, excerpt: line.slice(Math.max(0, column - EXCERPT), column + wanted.length + EXCERPT) };
  }
}
