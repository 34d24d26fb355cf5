/** Looking at the files of a package: text with everything hidden marked, raw bytes, differences, search. */
import type { Desk, FileDifference } from '../../shared/contract.ts';
import type { FileContent, InspectedFile } from '../../shared/models.ts';
import { ProblemError } from '../problem.ts';
import { loadTarget } from '../profiles/plan.ts';
import { generationFiles } from '../profiles/record.ts';
import { readBlobInSteps } from '../quarantine/blobs.ts';
import { filesOf, getSummary } from '../quarantine/packages.ts';
import { answering } from './answering.ts';
import type { DeskContext } from './desk-context.ts';

type Methods = Pick<Desk, 'readFile' | 'readBytes' | 'diffFile' | 'searchPackage'>;
type Args<K extends keyof Methods> = Parameters<Desk[K]>[0];

/** Hits shown for one search: more than a person reads. */
const MOST_HITS = 500;

export function fileMethods(context: DeskContext): Methods {
  return answering({
    async readFile({ archive, path }: Args<'readFile'>): Promise<FileContent> {
      const file = fileAt(context, archive, path);
      const { sha256, sizeBytes, kind } = file;
      const base = { path, sha256, sizeBytes, kind };
      if (kind === 'text') {
        requireKept(context, archive);
        const shown = await context.reading.shown(archive, file);
        if (shown !== null) return { ...base, ...shown, bytes: null };
      }
      const bytes = kind === 'image' ? await bytesOf(context, archive, file) : null;
      return { ...base, text: null, encoding: null, marks: [], bytes };
    },

    async readBytes({ archive, path, offset, length }: Args<'readBytes'>): Promise<Uint8Array> {
      const bytes = await bytesOf(context, archive, fileAt(context, archive, path));
      return bytes.subarray(offset, offset + length);
    },

    diffFile: (args: Args<'diffFile'>) => diffFile(context, args),

    async searchPackage({ archive, text }: Args<'searchPackage'>) {
      const texts = filesOf(context.db, archive).filter(({ kind }) => kind === 'text');
      requireKept(context, archive);
      return await context.reading.search(archive, texts, text, MOST_HITS);
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

/** The bytes of a purged package are gone. @throws ProblemError not-allowed-in-state, not-found */
function requireKept({ db }: DeskContext, archive: string): void {
  const { state } = getSummary(db, archive);
  if (state === 'purged') throw new ProblemError('not-allowed-in-state', { what: archive, state, to: 'read' });
}

/** The proven bytes of a file. @throws ProblemError damaged; not-allowed-in-state when they were purged */
async function bytesOf(context: DeskContext, archive: string, { sha256 }: InspectedFile): Promise<Buffer> {
  requireKept(context, archive);
  const { db, rederive } = context;
  return await readBlobInSteps(db.layout, archive, sha256, rederive, db.files);
}

/** The text to compare, secrets masked; null when it is no text. */
async function maskedText(
  context: DeskContext,
  archive: string,
  file: NonNullable<OtherSide['file']>,
): Promise<string | null> {
  if (file.kind !== 'text') return null;
  requireKept(context, archive);
  return await context.reading.compared(archive, file);
}
