/**
 * The container proof: the file is entries, then the directory, then one end record, and every byte has one owner; every name is
 * the same name everywhere; a second reader sees the same list. Only then is anything inside looked at (architecture, decision 2).
 */
import type { Buffer } from 'node:buffer';
import { type Finding, finding } from '../../../shared/findings.ts';
import type { Limits } from '../../../shared/limits.ts';
import type { ArchiveEntry, ArchiveProof, EntryBytes, ProveArchive } from '../package.ts';
import { disagreement } from './agreement.ts';
import { readDirectory } from './directory.ts';
import { commentToTheEnd, locateEndRecord } from './end-record.ts';
import { type DataPlace, InflationBudget, readEntryBytes } from './entry-bytes.ts';
import { type Filled, layOut, unownedBytes } from './extents.ts';
import { hasZip64 } from './extra-fields.ts';
import { type JudgedEntry, judgeEntry } from './judge-entry.ts';
import { collapseLitter, nameFindings } from './name-findings.ts';
import { type CentralHeader, METHOD, nameOf, readLocalHeader } from './records.ts';

const EXTENSION = /\.uaix$/i;

const MISLED_BY_COMMENT: ReadonlySet<string> = new Set(['zip/end-record', 'zip/leading-bytes', 'zip/gap']);

/**
 * Proves an archive.
 *
 * A fault of the structure ends in `entries: null`: what the file contains then depends on who reads it. A fault of one entry is a
 * finding, and the entry is handed on as `condemned`: its bytes may be shown, and no later stage judges it again. The bytes
 * themselves are proven by `read()`, which returns its own findings; it returns none for an entry whose headers are spoiled,
 * because that has been reported here.
 *
 * @param archive the whole file; entries keep references into it
 * @param fileName the file's name, for its extension only (format F1.1)
 */
export const proveArchive: ProveArchive = async (archive, fileName, limits) => {
  const findings: Finding[] = [];
  if (!EXTENSION.test(fileName)) findings.push(finding('zip/extension', {}, { fileName }));
  const structure = proveStructure(archive, limits);
  if (!structure.ok) {
    // A structure that fails because its end lies in the comment of another is explained by the comment.
    const comment = structure.findings.some(({ rule }) => MISLED_BY_COMMENT.has(rule))
      ? commentToTheEnd(archive)
      : null;
    return { findings: [...findings, ...(comment === null ? structure.findings : [comment])], entries: null };
  }

  const budget = new InflationBudget(limits);
  const judged = structure.entries;
  findings.push(...collapseLitter(judged.flatMap((entry) => entry.findings)));
  const names = nameFindings(judged);
  findings.push(...names.findings);
  for (const entry of judged) findings.push(...folderBytes(archive, entry, budget));

  if (!findings.some(({ severity, rule }) => severity === 'no-op' && rule !== 'zip/extension')) {
    const inDirectoryOrder = judged.toSorted((a, b) => a.header.at - b.header.at);
    const difference = await disagreement(archive, inDirectoryOrder);
    if (difference !== null) return { findings: [...findings, difference], entries: null };
  }
  const entries = judged
    .filter(({ isFolder }) => !isFolder)
    .map((entry) => archiveEntry(archive, entry, names.colliding.has(entry), budget));
  return { findings, entries } satisfies ArchiveProof;
};

type Structure =
  | { readonly ok: true; readonly entries: readonly JudgedEntry[] }
  | { readonly ok: false; readonly findings: readonly Finding[] };

function proveStructure(archive: Buffer, limits: Limits): Structure {
  if (archive.length > limits.archiveBytes) {
    return refuse(finding('zip/archive-size', {}, { actual: archive.length, limit: limits.archiveBytes }));
  }
  const located = locateEndRecord(archive);
  if (!located.ok) return refuse(located.finding);
  const { end } = located;
  const directory = readDirectory(archive, end, limits);
  if (!directory.ok) return refuse(directory.finding);
  const zip64 = zip64Entry(archive, directory.headers, end.directoryAt);
  if (zip64 !== null) return refuse(zip64);
  const laidOut = layOut(directory.headers, end.directoryAt);
  if (!laidOut.ok) return laidOut;
  const entries = laidOut.extents.map((extent) => judgeEntry(archive, extent, end.directoryAt));
  const outside = entries.flatMap((entry) => entry.findings.filter(isStructural));
  if (outside.length > 0) return { ok: false, findings: outside.slice(0, 1) };
  const filled: Filled[] = [];
  for (const { extent, endsAt } of entries) if (endsAt !== null) filled.push({ extent, used: endsAt });
  const unowned = unownedBytes(archive, filled);
  return unowned.length > 0 ? { ok: false, findings: unowned } : { ok: true, entries };
}

function isStructural({ rule }: Finding): boolean {
  return rule === 'zip/overlap' || rule === 'zip/zip64';
}

/** ZIP64 is a mode of the writer, so one finding stands for all entries that were written in it. */
function zip64Entry(archive: Buffer, headers: readonly CentralHeader[], directoryAt: number): Finding | null {
  for (const header of headers) {
    const { compressedBytes, sizeBytes, localAt, diskStart } = header;
    const marked =
      compressedBytes === 0xffffffff || sizeBytes === 0xffffffff || localAt === 0xffffffff || diskStart === 0xffff;
    const local = readLocalHeader(archive, localAt, directoryAt);
    const inLocal = local?.hasSignature === true && hasZip64(archive, local);
    if (marked || hasZip64(archive, header) || inLocal) {
      return finding(
        'zip/zip64',
        { path: nameOf(archive, header).toString('utf8').slice(0, 200), offset: header.at },
        { structure: 'entry' },
      );
    }
  }
  return null;
}

function refuse(reason: Finding): Structure {
  return { ok: false, findings: [reason] };
}

/** Folders are not handed on, so the bytes of a deflated folder are proven to be none here. */
function folderBytes(archive: Buffer, entry: JudgedEntry, budget: InflationBudget): readonly Finding[] {
  if (!entry.isFolder || entry.headerSpoiled || entry.header.sizeBytes !== 0) return [];
  const data = dataPlace(entry);
  const read = readEntryBytes(archive, data, budget);
  if (read.ok) return [];
  // A folder that says it is empty and is not: what matters is the data, not the number.
  return read.findings.map((fault) =>
    fault.rule === 'zip/size' ? finding('zip/directory-data', data.place, { variant: 'hidden-data' }) : fault,
  );
}

function archiveEntry(archive: Buffer, entry: JudgedEntry, collides: boolean, budget: InflationBudget): ArchiveEntry {
  const { header } = entry;
  return {
    name: entry.name,
    sizeBytes: header.sizeBytes,
    compressedBytes: header.compressedBytes,
    crc32: header.crc32,
    method: header.method === METHOD.deflated ? METHOD.deflated : METHOD.stored,
    offset: entry.extent.at,
    condemned: collides || entry.findings.some(({ severity }) => severity === 'no-op'),
    read(): EntryBytes {
      return entry.headerSpoiled ? { ok: false, findings: [] } : readEntryBytes(archive, dataPlace(entry), budget);
    },
  };
}

function dataPlace(entry: JudgedEntry): DataPlace {
  const { method, compressedBytes, sizeBytes, crc32 } = entry.header;
  const place = { path: entry.name, offset: entry.extent.at };
  return { place, method, dataAt: entry.dataAt, compressedBytes, sizeBytes, crc32 };
}
