import { crc32, inflateSync } from 'node:zlib'

export interface DecodedPicture {
  readonly width: number
  readonly height: number
  /** Red, green, blue and opacity of a pixel. */
  at(x: number, y: number): readonly number[]
}

/** Decodes a PNG with a palette and rows without filters, and checks its checksums. */
export function decodePng(bytes: Buffer): DecodedPicture {
  if (bytes.subarray(0, 8).toString('latin1') !== '\x89PNG\r\n\x1a\n') throw new Error('Not a PNG')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const content = bytes.subarray(at + 4, at + 8 + length)
    if (bytes.readUInt32BE(at + 8 + length) !== crc32(content)) throw new Error('Wrong checksum')
    chunks.set(content.subarray(0, 4).toString('latin1'), content.subarray(4))
    at += 12 + length
  }
  const chunk = (type: string): Buffer => {
    const found = chunks.get(type)
    if (found === undefined) throw new Error(`No ${type}`)
    return found
  }
  const [header, colors, opacities] = [chunk('IHDR'), chunk('PLTE'), chunk('tRNS')]
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  if (header.subarray(8).toString('hex') !== '0803000000' || !chunks.has('IEND')) throw new Error('Another kind of PNG')
  const rows = inflateSync(chunk('IDAT'))
  if (rows.length !== height * (width + 1)) throw new Error('Another number of pixels')
  return {
    width,
    height,
    at(x, y) {
      if (rows[y * (width + 1)] !== 0) throw new Error('A filtered row')
      const color = rows[y * (width + 1) + 1 + x] ?? 0
      return [...colors.subarray(3 * color, 3 * color + 3), opacities[color] ?? 255]
    },
  }
}
