/** Compares a local header with its central twin: programs that stream read the one, programs that seek read the other. */

import type { Buffer } from 'node:buffer';
import { type Finding, type FindingDetail, type FindingPlace, finding } from '../../../shared/findings.ts';
import {
  ALLOWED_FLAGS,
  type CentralHeader,
  FLAG,
  type LocalHeader,
  METHOD,
  nameOf,
  type TwinFields,
} from './records.ts';

const ENCRYPTION_FLAGS = FLAG.encrypted | FLAG.strongEncryption | FLAG.maskedHeaders;

/** Stored and deflated files need 2.0; writers that always allow for ZIP64 say 4.5. Beyond that, programs refuse the entry. */
const MAX_VERSION_NEEDED = 45;

type Field = 'signature' | 'name' | 'method' | 'flags' | 'version' | 'time' | 'crc' | 'compressedSize' | 'size';

export interface TwinVerdict {
  /** At most one: the first thing that spoils the headers of this entry. */
  readonly fault: Finding | null;
  /** True when name length and compressed size are agreed on, so the entry's end can be worked out. */
  readonly extentKnown: boolean;
}

/** Judges flags, method, versions and sizes of an entry. Encryption counts in either header; so does every difference. */
export function judgeTwins(
  archive: Buffer,
  place: FindingPlace,
  central: CentralHeader,
  local: LocalHeader,
): TwinVerdict {
  const differing = differences(archive, central, local);
  const extentKnown =
    !differing.some(({ field }) => field === 'signature' || field === 'compressedSize') &&
    nameBytes(central) === nameBytes(local) &&
    ((central.flags ^ local.flags) & FLAG.descriptor) === 0;
  return { fault: firstFault(place, central, local, differing), extentKnown };
}

function firstFault(
  place: FindingPlace,
  central: CentralHeader,
  local: LocalHeader,
  differing: readonly Difference[],
): Finding | null {
  if (
    ((local.flags | central.flags) & ENCRYPTION_FLAGS) !== 0 &&
    !differing.some(({ field }) => field === 'signature')
  ) {
    const encrypted = [
      ...((local.flags & ENCRYPTION_FLAGS) !== 0 ? ['local'] : []),
      ...((central.flags & ENCRYPTION_FLAGS) !== 0 ? ['central'] : []),
    ];
    return finding('zip/encrypted', place, { headers: encrypted });
  }
  const first = differing[0];
  if (first !== undefined) {
    const detail: FindingDetail = {
      variant: first.field,
      fields: differing.map(({ field }) => field),
      central: first.central,
      local: first.local,
    };
    return finding('zip/header-mismatch', place, detail);
  }
  if (central.method !== METHOD.stored && central.method !== METHOD.deflated) {
    return finding('zip/method', place, { method: central.method });
  }
  const reserved = central.flags & ~ALLOWED_FLAGS;
  if (reserved !== 0) return finding('zip/flags', place, { bits: bitNumbers(reserved) });
  const version = central.versionNeeded & 0xff;
  if (version > MAX_VERSION_NEEDED) {
    const limit = versionText(MAX_VERSION_NEEDED);
    return finding('zip/method', place, { variant: 'version', version: versionText(version), limit });
  }
  if (central.method === METHOD.stored && central.sizeBytes !== central.compressedBytes) {
    return finding('zip/size', place, {
      variant: 'stored',
      declared: central.sizeBytes,
      actual: central.compressedBytes,
    });
  }
  return null;
}

interface Difference {
  readonly field: Field;
  readonly central: string;
  readonly local: string;
}

/** An archive has thousands of headers, and nearly all of them agree in every member. */
function isTwin(archive: Buffer, central: CentralHeader, local: LocalHeader): boolean {
  return (
    local.hasSignature &&
    central.method === local.method &&
    central.flags === local.flags &&
    central.compressedBytes === local.compressedBytes &&
    central.sizeBytes === local.sizeBytes &&
    central.crc32 === local.crc32 &&
    central.versionNeeded === local.versionNeeded &&
    central.time === local.time &&
    central.date === local.date &&
    isSameName(archive, central, local)
  );
}

function differences(archive: Buffer, central: CentralHeader, local: LocalHeader): readonly Difference[] {
  if (isTwin(archive, central, local)) return [];
  const found: Difference[] = [];
  // Texts are made only for what differs.
  const compare = (field: Field, agree: boolean, values: () => readonly [inCentral: string, inLocal: string]): void => {
    if (agree) return;
    const [inCentral, inLocal] = values();
    found.push({ field, central: inCentral, local: inLocal });
  };
  // Where there is no local header, its members are noise.
  if (!local.hasSignature) return [{ field: 'signature', central: '', local: '' }];
  // A writer that streams does not know CRC and sizes yet; zero there means "see the descriptor".
  const later = (central.flags & local.flags & FLAG.descriptor) !== 0;
  const numbers = (field: Field, inCentral: number, inLocal: number, zeroIsLater = false): void =>
    compare(field, inCentral === inLocal || (zeroIsLater && later && inLocal === 0), () => [
      `${inCentral}`,
      `${inLocal}`,
    ]);
  const [centralCrc, localCrc] = [central.crc32, local.crc32];
  compare('name', isSameName(archive, central, local), () => [shown(archive, central), shown(archive, local)]);
  numbers('method', central.method, local.method);
  compare('flags', central.flags === local.flags, () => [hex(central.flags, 4), hex(local.flags, 4)]);
  numbers('compressedSize', central.compressedBytes, local.compressedBytes, true);
  numbers('size', central.sizeBytes, local.sizeBytes, true);
  compare('crc', centralCrc === localCrc || (later && localCrc === 0), () => [hex(centralCrc, 8), hex(localCrc, 8)]);
  numbers('version', central.versionNeeded, local.versionNeeded);
  compare('time', central.time === local.time && central.date === local.date, () => [dosTime(central), dosTime(local)]);
  return found;
}

function nameBytes({ nameAt, extraAt }: TwinFields): number {
  return extraAt - nameAt;
}

function isSameName(archive: Buffer, one: TwinFields, other: TwinFields): boolean {
  return (
    nameBytes(one) === nameBytes(other) &&
    archive.compare(archive, one.nameAt, one.extraAt, other.nameAt, other.extraAt) === 0
  );
}

/** A message needs enough of a name to recognise it. */
const SHOWN_NAME_BYTES = 200;

function shown(archive: Buffer, header: TwinFields): string {
  return nameOf(archive, header).toString('utf8', 0, SHOWN_NAME_BYTES);
}

function bitNumbers(flags: number): readonly string[] {
  return Array.from({ length: 16 }, (_, bit) => bit)
    .filter((bit) => (flags & (1 << bit)) !== 0)
    .map(String);
}

function dosTime({ date, time }: { readonly date: number; readonly time: number }): string {
  return hex(date, 4) + hex(time, 4);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

function versionText(version: number): string {
  return `${Math.floor(version / 10)}.${version % 10}`;
}
