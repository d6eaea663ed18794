import { crc32, deflateSync } from 'node:zlib'

/** A chunk of a PNG. */
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Two colors, one bit per pixel; interlaced in seven passes, so that a decoder needs the whole image in memory. */
export function createBlackPng(width: number, height: number, order: 'rows' | 'passes' = 'passes'): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 3, 0, 0, order === 'passes' ? 1 : 0], 8)
  const rows = [[0, 0, 1, 1]] as const
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const
  let length = 0
  for (const [x, y, dx, dy] of order === 'passes' ? passes : rows) {
    const [columns, lines] = [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)]
    if (columns > 0) length += lines * (1 + Math.ceil(columns / 8))
  }
  const parts = [chunk('IHDR', header), chunk('PLTE', Buffer.alloc(6, 40)), chunk('tRNS', Buffer.alloc(2, 128))]
  const content = chunk('IDAT', deflateSync(Buffer.alloc(length), { level: 1 }))
  return Buffer.concat([signature, ...parts, content, chunk('IEND', Buffer.alloc(0))])
}

/** A PNG whose header declares this size, without pixel data. */
export function createPngWithoutPixels(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const content = chunk('IDAT', deflateSync(Buffer.alloc(1000)))
  return Buffer.concat([signature, chunk('IHDR', header), content, chunk('IEND', Buffer.alloc(0))])
}

/** A PNG with an additional chunk after its header. */
export function createPngWithChunk(png: Uint8Array, type: string, data: Uint8Array): Buffer {
  // Signature, and the header with its length, name and checksum.
  const end = signature.length + 25
  return Buffer.concat([png.subarray(0, end), chunk(type, data), png.subarray(end)])
}

/** Frames as large as the canvas, each with a single pixel. */
export function createGifWithoutPixels(width: number, height: number, frames: number): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\xf0\0\0\0\0\0\xff\xff\xff', 'latin1')
  header.writeUInt16LE(width, 6)
  header.writeUInt16LE(height, 8)
  const frame = Buffer.from('21f904040a0000002c0000000000000000000202440100', 'hex')
  frame.writeUInt16LE(width, 13)
  frame.writeUInt16LE(height, 15)
  return Buffer.concat([header, Buffer.alloc(frame.length * frames, frame), Buffer.from(';')])
}

/** Four channels of sixteen bits, all zero, interlaced in seven passes: eight bytes per decoded pixel. */
export function deepPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([16, 6, 0, 0, 1], 8)
  const content = chunk('IDAT', deflateSync(Buffer.alloc(width * height * 8 + height * 16), { level: 1 }))
  return Buffer.concat([signature, chunk('IHDR', header), content, chunk('IEND', Buffer.alloc(0))])
}
