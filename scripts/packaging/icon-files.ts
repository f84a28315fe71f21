/** A square picture, its side in pixels. */
export interface Picture {
  readonly size: number;
  readonly png: Uint8Array;
}

/** Windows' icon file: a directory of pictures of up to 256 pixels, as PNG (understood since Windows Vista). */
export function ico(pictures: readonly Picture[]): Buffer {
  const fitting = pictures.filter(({ size }) => size <= 256);
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(fitting.length, 4);
  let offset = header.length + 16 * fitting.length;
  const entries = fitting.map(({ size, png }) => {
    const entry = Buffer.alloc(16);
    // 256 is written as 0.
    entry.writeUInt8(size % 256, 0);
    entry.writeUInt8(size % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...fitting.map(({ png }) => png)]);
}

/** What macOS calls the pictures: the second of a size is the double-density one of half that size. */
const icnsTypes: Readonly<Record<number, readonly string[]>> = {
  32: ['ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/** macOS' icon file: a list of typed pictures, as PNG. */
export function icns(pictures: readonly Picture[]): Buffer {
  const elements = pictures.flatMap(({ size, png }) =>
    (icnsTypes[size] ?? []).map((type) => Buffer.concat([tagged(type, png.length), png])),
  );
  const length = elements.reduce((sum, element) => sum + element.length, 0);
  return Buffer.concat([tagged('icns', length), ...elements]);
}

function tagged(type: string, length: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(length + 8, 4);
  return head;
}
