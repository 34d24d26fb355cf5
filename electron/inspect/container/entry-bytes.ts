/** Inflates one entry and proves its bytes, under limits that count what really comes out. */
import type { Buffer } from 'node:buffer';
import { crc32, type Inflate, inflateRawSync } from 'node:zlib';
import { type Finding, type FindingDetail, type FindingPlace, finding } from '../../../shared/findings.ts';
import type { Limits } from '../../../shared/limits.ts';
import type { RuleId } from '../../../shared/rules.ts';
import type { EntryBytes } from '../package.ts';
import { METHOD } from './records.ts';

/** Deflate codes at most 258 bytes in two bits: more than this can never come out of a byte. */
const DEFLATE_MAX_RATIO = 1_032;
/** The smallest output buffer that zlib takes. */
const MIN_OUTPUT_BYTES = 64;

/** Where an entry's data lies and what its headers say of it. */
export interface DataPlace {
  readonly place: FindingPlace;
  readonly method: number;
  readonly dataAt: number;
  readonly compressedBytes: number;
  readonly sizeBytes: number;
  readonly crc32: number;
}

/** Inflated bytes of the archive so far, every entry counted once. */
export class InflationBudget {
  readonly limits: Limits;
  #usedBytes = 0;
  #exhausted = false;
  readonly #counted = new Set<number>();

  constructor(limits: Limits) {
    this.limits = limits;
  }

  get exhausted(): boolean {
    return this.#exhausted;
  }

  /** Bytes this entry may still inflate to without passing the total. */
  room(dataAt: number): number {
    return this.#counted.has(dataAt) ? this.limits.totalBytes : this.limits.totalBytes - this.#usedBytes;
  }

  count(dataAt: number, bytes: number): void {
    if (this.#counted.has(dataAt)) return;
    this.#counted.add(dataAt);
    this.#usedBytes += bytes;
    if (this.#usedBytes > this.limits.totalBytes) this.#exhausted = true;
  }
}

/**
 * The proven bytes of an entry: exactly the declared size, the declared CRC, nothing left over in the compressed data. Once the
 * total is exceeded, which is reported by the entry that exceeds it, nothing more is inflated.
 */
export function readEntryBytes(archive: Buffer, data: DataPlace, budget: InflationBudget): EntryBytes {
  if (budget.exhausted) return { ok: false, findings: [] };
  const compressed = archive.subarray(data.dataAt, data.dataAt + data.compressedBytes);
  const cap = outputCap(data, budget);
  const inflated = data.method === METHOD.stored ? store(compressed, cap) : inflate(compressed, data.sizeBytes, cap);
  // How much a broken stream gave before it broke is unknown; the most it can have given counts, or broken streams would be free.
  budget.count(data.dataAt, inflated.broken === null ? inflated.actualBytes : cap);
  const fault =
    brokenFault(data, inflated) ?? limitFault(data, inflated, budget) ?? contentFault(data, compressed, inflated);
  if (fault !== null || inflated.bytes === null) return { ok: false, findings: fault === null ? [] : [fault] };
  return { ok: true, bytes: inflated.bytes };
}

interface Inflated {
  /** Null when the stream is broken or the cap was reached. */
  readonly bytes: Buffer | null;
  /** Bytes that came out; the cap plus one when more would have come. */
  readonly actualBytes: number;
  readonly consumedBytes: number;
  /** What zlib says of a broken stream. */
  readonly broken: string | null;
}

/** One byte more than the cap is enough to know that the entry is larger. */
function outputCap(data: DataPlace, budget: InflationBudget): number {
  const { fileBytes, ratio, ratioFloorBytes } = budget.limits;
  const byRatio = Math.max(ratioFloorBytes, Math.floor(ratio * data.compressedBytes));
  return Math.max(0, Math.min(data.sizeBytes, fileBytes, byRatio, budget.room(data.dataAt)));
}

function store(compressed: Buffer, cap: number): Inflated {
  const actualBytes = Math.min(compressed.length, cap + 1);
  const bytes = compressed.length <= cap ? compressed : null;
  return { bytes, actualBytes, consumedBytes: compressed.length, broken: null };
}

function inflate(compressed: Buffer, declaredBytes: number, cap: number): Inflated {
  // One buffer for the whole output, so that nothing is copied together; a declared size that cannot come out of these bytes buys none.
  const possible = compressed.length * DEFLATE_MAX_RATIO;
  const chunkSize = Math.max(MIN_OUTPUT_BYTES, Math.min(declaredBytes + 1, cap + 1, possible));
  try {
    const { buffer, engine } = inflateRawSync(compressed, {
      maxOutputLength: cap + 1,
      chunkSize,
      info: true,
    }) as unknown as {
      buffer: Buffer;
      engine: Inflate;
    };
    const bytes = buffer.length <= cap ? buffer : null;
    return { bytes, actualBytes: buffer.length, consumedBytes: engine.bytesWritten, broken: null };
  } catch (thrown) {
    const code = (thrown as { code?: unknown }).code;
    if (code === 'ERR_BUFFER_TOO_LARGE') return { bytes: null, actualBytes: cap + 1, consumedBytes: 0, broken: null };
    if (code === 'Z_BUF_ERROR') return { bytes: null, actualBytes: 0, consumedBytes: 0, broken: 'cut-short' };
    if (code === 'Z_DATA_ERROR' || code === 'Z_NEED_DICT') {
      return { bytes: null, actualBytes: 0, consumedBytes: 0, broken: 'damaged' };
    }
    throw thrown;
  }
}

function brokenFault(data: DataPlace, { broken }: Inflated): Finding | null {
  return broken === null ? null : finding('zip/corrupt', data.place, { variant: broken });
}

function limitFault(data: DataPlace, inflated: Inflated, budget: InflationBudget): Finding | null {
  const { fileBytes, totalBytes, ratio, ratioFloorBytes } = budget.limits;
  const report = (rule: RuleId, detail: FindingDetail): Finding => finding(rule, data.place, detail);
  if (inflated.actualBytes > fileBytes) return report('zip/entry-size', { limit: fileBytes, declared: data.sizeBytes });
  const { compressedBytes } = data;
  if (inflated.actualBytes > ratioFloorBytes && inflated.actualBytes > ratio * compressedBytes) {
    return report('zip/ratio', { limit: ratio, compressed: compressedBytes, declared: data.sizeBytes });
  }
  return budget.exhausted ? report('zip/total-size', { limit: totalBytes }) : null;
}

function contentFault(data: DataPlace, compressed: Buffer, inflated: Inflated): Finding | null {
  if (inflated.bytes === null) return finding('zip/size', data.place, { variant: 'larger', declared: data.sizeBytes });
  const actual = inflated.bytes.length;
  if (inflated.consumedBytes < compressed.length) {
    const length = compressed.length - inflated.consumedBytes;
    const offset = data.dataAt + inflated.consumedBytes;
    return finding('zip/deflate-tail', { ...data.place, offset }, { length });
  }
  if (actual !== data.sizeBytes) return finding('zip/size', data.place, { declared: data.sizeBytes, actual });
  const computed = crc32(inflated.bytes);
  if (computed === data.crc32) return null;
  return finding('zip/crc', data.place, { expected: hex(data.crc32), actual: hex(computed) });
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}
