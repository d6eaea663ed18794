import { crc32, deflateSync } from 'node:zlib'

/** A square picture whose pixels are numbers of colors. */
export interface IndexedPicture {
  readonly size: number
  /** Red, green, blue and opacity of each color, from 0 to 255. */
  readonly palette: readonly (readonly [red: number, green: number, blue: number, opacity: number])[]
  /** Row by row. */
  readonly pixels: Uint8Array
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Encodes a picture as PNG with a palette (ISO/IEC 15948). */
export function encodePng({ size, palette, pixels }: IndexedPicture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // 8 bits, numbers of a palette.
  header.set([8, 3], 8)
  // Each row begins with its filter: none.
  const rows = Buffer.alloc(size * (size + 1))
  for (let y = 0; y < size; y++) rows.set(pixels.subarray(y * size, (y + 1) * size), y * (size + 1) + 1)
  return Buffer.concat([
    signature,
    encodeChunk('IHDR', header),
    encodeChunk('PLTE', Buffer.from(palette.flatMap((color) => color.slice(0, 3)))),
    encodeChunk('tRNS', Buffer.from(palette.map(([, , , opacity]) => opacity))),
    encodeChunk('IDAT', deflateSync(rows, { level: 9 })),
    encodeChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Length, type and data, and a checksum of the latter two. */
function encodeChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}
