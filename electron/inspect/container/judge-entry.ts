/** Everything that is judged about one entry before its bytes are read. */
import type { Buffer } from 'node:buffer';
import { type Finding, type FindingPlace, finding } from '../../../shared/findings.ts';
import { judgeDescriptor } from './descriptor.ts';
import { decodeName } from './entry-name.ts';
import type { Extent } from './extents.ts';
import { extraFault } from './extra-fields.ts';
import { kindFault } from './kinds.ts';
import { checkPath, shownName } from './path-grammar.ts';
import { type CentralHeader, FLAG, METHOD, readLocalHeader } from './records.ts';
import { judgeTwins } from './twin-headers.ts';

export interface JudgedEntry {
  readonly extent: Extent;
  readonly header: CentralHeader;
  /** Decoded name, or what can be shown of it; a folder keeps its closing slash. */
  readonly name: string;
  readonly isFolder: boolean;
  /** True when the name is what the bytes say: only then is it compared with others. */
  readonly nameDecoded: boolean;
  readonly findings: readonly Finding[];
  /** True when the headers are spoiled, so that reading the data can say nothing new. */
  readonly headerSpoiled: boolean;
  /** First byte of the data. */
  readonly dataAt: number;
  /** Offset after the entry's last byte, or null when spoiled headers leave it unknown. */
  readonly endsAt: number | null;
}

/** Judges headers, extra fields, descriptor, kind and name of the entry that owns the extent. */
export function judgeEntry(archive: Buffer, extent: Extent, directoryAt: number): JudgedEntry {
  const { header } = extent;
  const decoded = decodeName(archive, header);
  const name = shownName(decoded.name);
  const isFolder = decoded.name.endsWith('/');
  const place: FindingPlace = { path: name, offset: extent.at };
  const findings: Finding[] = [];

  const local = readLocalHeader(archive, extent.at, directoryAt);
  let headerFault: Finding | null;
  let endsAt: number | null = null;
  let dataAt = extent.at;
  if (local === null) {
    headerFault = finding('zip/overlap', place, { variant: 'in-directory', limit: directoryAt });
  } else {
    const twins = judgeTwins(archive, place, header, local);
    headerFault = twins.fault;
    dataAt = local.extraEnd;
    if (twins.extentKnown) {
      endsAt = dataAt + header.compressedBytes;
      // Where the data already passes the next entry there is no room for a descriptor: the overlap says it all.
      if ((header.flags & FLAG.descriptor) !== 0 && endsAt <= extent.endsAt && headerFault === null) {
        const descriptor = judgeDescriptor(archive, place, header, dataAt, extent.endsAt);
        headerFault = descriptor.fault;
        endsAt = descriptor.fault === null ? endsAt + descriptor.bytes : null;
      } else if ((header.flags & FLAG.descriptor) !== 0 && endsAt <= extent.endsAt) {
        endsAt = null;
      }
    }
    const extra = extraFault(archive, header) ?? extraFault(archive, local);
    if (extra !== null && headerFault === null) findings.push(finding('zip/extra-field', place, { ...extra }));
  }
  if (headerFault !== null) findings.push(headerFault);
  if (header.diskStart !== 0) {
    findings.push(finding('zip/end-record', place, { variant: 'entry-disk', declared: header.diskStart }));
  }
  if (header.commentBytes > 0) {
    findings.push(
      finding(
        'zip/comment',
        { path: name, offset: header.endsAt - header.commentBytes },
        {
          variant: 'entry',
          length: header.commentBytes,
        },
      ),
    );
  }
  const kind = kindFault(place, header.externalAttributes, isFolder) ?? folderData(place, header, isFolder);
  if (kind !== null && headerFault === null) findings.push(kind);
  if (decoded.fault !== null) findings.push(finding('path/encoding', place, { name, ...decoded.fault }));
  else {
    const checked = isFolder && decoded.name.length > 1 ? decoded.name.slice(0, -1) : decoded.name;
    for (const { rule, detail } of checkPath(checked, 'entry')) findings.push(finding(rule, place, detail));
  }
  return {
    extent,
    header,
    name,
    isFolder,
    nameDecoded: decoded.fault === null,
    findings,
    headerSpoiled: headerFault !== null,
    dataAt,
    endsAt,
  };
}

/** Java writes folders as deflated nothing, two bytes that inflate to none; more than that is data. */
function folderData(place: FindingPlace, header: CentralHeader, isFolder: boolean): Finding | null {
  if (!isFolder) return null;
  const empty = header.sizeBytes === 0 && (header.method === METHOD.deflated || header.compressedBytes === 0);
  return empty ? null : finding('zip/directory-data', place, { variant: 'data', sizeBytes: header.sizeBytes });
}
