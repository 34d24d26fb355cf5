/** A ZIP with one stored file: the form in which the inspector process takes a single file. Pure. */
import { crc32 } from 'node:zlib';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** 2.0: the oldest edition that every reader knows. */
const VERSION = 20;
/** 1980-01-01, the first day that ZIP can say. */
const DATE = 0x0021;

/** @param name ASCII, a path that every name rule allows */
export function oneFileArchive(name: string, bytes: Buffer): Buffer {
  const path = Buffer.from(name, 'latin1');
  const common = Buffer.alloc(26);
  common.writeUInt16LE(VERSION, 0);
  common.writeUInt16LE(DATE, 8);
  common.writeUInt32LE(crc32(bytes), 10);
  common.writeUInt32LE(bytes.length, 14);
  common.writeUInt32LE(bytes.length, 18);
  common.writeUInt16LE(path.length, 22);
  const local = Buffer.concat([word(LOCAL), common, path]);
  const rest = Buffer.alloc(14);
  const central = Buffer.concat([word(CENTRAL), Buffer.from([VERSION, 0]), common, rest, path]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length + bytes.length, 12);
  return Buffer.concat([local, bytes, central, word(END), end]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
