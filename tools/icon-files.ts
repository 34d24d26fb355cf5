/** Puts PNG images into the two containers that Windows and macOS read. Pure. */

/** Windows knows these sizes; larger ones are scaled. */
const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256];
/** Apple's four letters for PNG entries. */
const ICNS_TYPES = { 128: 'ic07', 256: 'ic08', 512: 'ic09', 1024: 'ic10' };

/** PNG by edge in pixels. */
export type Images = ReadonlyMap<number, Buffer>;

export function ico(images: Images): Buffer {
  const parts = ICO_SIZES.flatMap((size) => {
    const png = images.get(size);
    return png ? [{ size, png }] : [];
  });
  const head = Buffer.alloc(6 + 16 * parts.length);
  head.writeUInt16LE(1, 2); // type: icon
  head.writeUInt16LE(parts.length, 4);
  let offset = head.length;
  for (const [at, { size, png }] of parts.entries()) {
    const entry = 6 + 16 * at;
    // 0 stands for 256
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4); // planes
    head.writeUInt16LE(32, entry + 6); // bits per pixel
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...parts.map(({ png }) => png)]);
}

export function icns(images: Images): Buffer {
  const parts = Object.entries(ICNS_TYPES).flatMap(([size, type]) => {
    const png = images.get(Number(size));
    if (!png) return [];
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(png.length + 8, 4);
    return [head, png];
  });
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}
