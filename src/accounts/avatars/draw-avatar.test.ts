import { describe, expect, it } from 'vitest'
import { decodePng } from '../../../test/kit/decode-png.ts'
import { getTone } from '../model/avatar.ts'
import { getColors } from './avatar-colors.ts'
import { drawAvatar } from './draw-avatar.ts'

const draw = (login: string, realName = '') => drawAvatar({ login, realName })
const isSame = (one: ReturnType<typeof draw>, other: ReturnType<typeof draw>): boolean =>
  one.etag === other.etag && one.png.equals(other.png)
const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']

describe('the picture of a user', () => {
  it('is a small PNG: a circle on nothing, with letters of the ink within', () => {
    const { png } = draw('mdupont', 'Marie Dupont')
    expect(png.length).toBeLessThan(2500)
    const picture = decodePng(png)
    const { ground, ink } = getColors(getTone('mdupont'))
    expect([picture.width, picture.height]).toEqual([96, 96])
    expect([picture.at(0, 0)[3], picture.at(95, 95)[3]]).toEqual([0, 0])
    for (const [x, y] of [
      [48, 2],
      [48, 93],
      [2, 48],
      [93, 48],
    ] as const)
      expect(picture.at(x, y)).toEqual([...ground, 255])
    const all = Array.from({ length: 96 * 96 }, (_, n) => picture.at(n % 96, Math.floor(n / 96)).join())
    expect(all.filter((each) => each === [...ink, 255].join()).length).toBeGreaterThan(300)
  })
  it('is the same each time', () => expect(isSame(draw('ole', 'Ole Lund'), draw('ole', 'Ole Lund'))).toBe(true))
  it('differs with each letter and digit', () => {
    const pictures = alphabet.map((letter) => draw('ole', letter).png.toString('hex'))
    expect(new Set(pictures).size).toBe(alphabet.length)
  })
  it('differs with the color of the login', () => {
    const logins = ['ann', 'bob', 'eve', 'kim', 'ole', 'zoe']
    const tones = new Set(logins.map(getTone))
    expect(new Set(logins.map((login) => draw(login, 'Same Name').etag)).size).toBe(tones.size)
    expect(tones.size).toBeGreaterThan(1)
  })
  it.each([
    ['a name with marks', 'Élodie Ångström', 'Elodie Angstrom'],
    ['letters without a decomposition', 'Øystein Łuk', 'Oystein Luk'],
    ['letters of full width', 'Ｋｉｍ Sato', 'Kim Sato'],
    ['a name in another script', 'Иван Петров', 'Ole_Lund'],
    ['a name of punctuation', '!!!', 'Ole_Lund'],
    ['a blank name', '   ', 'Ole_Lund'],
  ])('has letters that can be drawn for %s', (_of, name, same) =>
    expect(isSame(draw('ole_lund', name), draw('ole_lund', same))).toBe(true),
  )
  it('is a person if neither name has such letters', () => {
    const nameless = draw('иван', 'Иван')
    expect(isSame(nameless, draw('иван', '中文'))).toBe(true)
    for (const letter of alphabet) expect(isSame(nameless, draw('иван', letter))).toBe(false)
  })
})

it.each([0, 1, 2, 3, 4, 5])('the letters in color %i have the contrast of texts', (tone) => {
  const { ground, ink } = getColors(tone)
  const luminanceOf = (color: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = color.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  expect((luminanceOf(ground) + 0.05) / (luminanceOf(ink) + 0.05)).toBeGreaterThan(7)
})
