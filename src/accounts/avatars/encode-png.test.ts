import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodePng } from '../../../test/kit/decode-png.ts'
import { encodePng } from './encode-png.ts'

it('has the pixels of the picture', () => {
  const byte = fc.integer({ min: 0, max: 255 })
  const picture = fc.integer({ min: 1, max: 12 }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      palette: fc.array(fc.tuple(byte, byte, byte, byte), { minLength: 1, maxLength: 256 }),
      choices: fc.array(fc.nat(), { minLength: size * size, maxLength: size * size }),
    }),
  )
  fc.assert(
    fc.property(picture, ({ size, palette, choices }) => {
      const pixels = Uint8Array.from(choices.map((choice) => choice % palette.length))
      const decoded = decodePng(encodePng({ size, palette, pixels }))
      expect([decoded.width, decoded.height]).toEqual([size, size])
      for (const [n, color] of pixels.entries())
        expect(decoded.at(n % size, Math.floor(n / size))).toEqual(palette[color])
    }),
  )
})
