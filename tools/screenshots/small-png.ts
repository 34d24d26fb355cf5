/** Makes the PNG of a screenshot small: at most 256 colours, since a screen of text and lines has few that matter. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** PNG specification, 5.2. */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST_COLOURS = 256;
/** A step of 3 in RGB cannot be seen. */
const NEAR_STEP = 3;
/** Colour type 2 is RGB, 6 is RGB with opacity, 3 is a palette (11.2.2). */
const CHANNELS: Readonly<Record<number, number>> = { 2: 3, 6: 4 };
const PALETTE = 3;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel; opacity is left out. */
  readonly rgb: Uint8Array;
}

/** The same picture with a palette. Much used colours stay exact, the others become the nearest of them. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, rgb } = decode(png);
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = colourAt(rgb, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const byUse = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
  const palette = paletteOf(byUse);
  const indexOf = new Map(byUse.map((colour) => [colour, nearest(palette, colour)]));

  // One byte before each row says that it is not filtered: indices have no gradients.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0, to = 0; y < height; y += 1) {
    to += 1;
    for (let x = 0; x < width; x += 1, to += 1) rows[to] = indexOf.get(colourAt(rgb, (y * width + x) * 3)) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, PALETTE, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @throws RangeError for a PNG that no browser's screenshot is: interlaced, or not 8 bits of RGB */
function decode(png: Buffer): Pixels {
  const parts: Buffer[] = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      [width, height, channels] = [data.readUInt32BE(0), data.readUInt32BE(4), CHANNELS[data[9] ?? 0] ?? 0];
      if (data[8] !== 8 || channels === 0 || data[12] !== 0) throw new RangeError('not an 8-bit RGB picture');
    } else if (type === 'IDAT') parts.push(data);
    at += length + 12;
  }
  const rows = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, height, channels);
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1) rgb[pixel * 3 + channel] = rows[pixel * channels + channel] ?? 0;
  }
  return { width, height, rgb };
}

/** Takes the filter of each row back (PNG specification, 9.2). */
function unfiltered(bytes: Buffer, stride: number, height: number, step: number): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = bytes[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const to = y * stride + x;
      const left = x >= step ? (out[to - step] ?? 0) : 0;
      const up = y > 0 ? (out[to - stride] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (out[to - stride - step] ?? 0) : 0;
      out[to] = (bytes[y * (stride + 1) + 1 + x] ?? 0) + predicted(filter ?? 0, left, up, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

function colourAt(rgb: Uint8Array, at: number): number {
  return ((rgb[at] ?? 0) << 16) | ((rgb[at + 1] ?? 0) << 8) | (rgb[at + 2] ?? 0);
}

/**
 * Colours that stay. A rare one that stands apart (the amber of a small sign) counts more than the hundredth shade of grey, so a
 * colour stays when none that stays already is near; what counts as near grows until few enough are left.
 */
function paletteOf(byUse: readonly number[]): readonly number[] {
  for (let near = 0; ; near += NEAR_STEP) {
    const palette: number[] = [];
    for (const colour of byUse) {
      if (palette.every((kept) => distance(kept, colour) > near * near)) palette.push(colour);
      if (palette.length > MOST_COLOURS) break;
    }
    if (palette.length <= MOST_COLOURS) return palette;
  }
}

function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, candidate] of palette.entries()) {
    const apart = distance(candidate, colour);
    if (apart < least) [best, least] = [index, apart];
  }
  return best;
}

/** Square of the distance in RGB. */
function distance(one: number, other: number): number {
  const red = (one >> 16) - (other >> 16);
  const green = ((one >> 8) & 255) - ((other >> 8) & 255);
  const blue = (one & 255) - (other & 255);
  return red * red + green * green + blue * blue;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
