import { LRUCache } from 'lru-cache'
import { buildStrongEtag } from '../../kit/values/strong-etag.ts'
import { getInitials, getTone } from '../model/avatar.ts'
import type { User } from '../model/user.ts'
import { getColors } from './avatar-colors.ts'
import { encodePng } from './encode-png.ts'
import { findGlyph, type Glyph, person } from './glyphs.ts'

export interface Avatar {
  readonly png: Buffer
  readonly etag: string
}

/** Width and height in pixels. */
const size = 96
/** Height of letters, as in the pages. */
const letterHeight = 31
const maxWidth = 58
/** Half of the width of a stroke, and the room between two letters. */
const penRadius = 2.7
const letterGap = 11
/** Steps from transparent to the ground, and from the ground to the ink. */
const steps = 31

/** Pictures of the users that are seen now, about a kilobyte each. */
const drawn = new LRUCache<string, Avatar>({ max: 500 })

/**
 * Draws the picture of a user: the initials of the real name, or without one of the login, on a circle in the color of
 * the login. A name in another script than Latin gives the initials of the login, and such a login a person.
 */
export function drawAvatar({ login, realName }: Pick<User, 'login' | 'realName'>): Avatar {
  const letters = [realName.trim(), login].map(getInitials).find(isDrawable) ?? ''
  const tone = getTone(login)
  const key = `${letters} ${tone}`
  const found = drawn.get(key)
  if (found !== undefined) return found
  const png = encodePng({ size, palette: createPalette(tone), pixels: drawPixels(listSegments(letters)) })
  const avatar = { png, etag: buildStrongEtag(png.toString('base64')) }
  drawn.set(key, avatar)
  return avatar
}

const isDrawable = (letters: string): boolean => [...letters].every((letter) => findGlyph(letter) !== undefined)

type Palette = Parameters<typeof encodePng>[0]['palette']

/** The ground from transparent to opaque, then from the ground to the ink. */
function createPalette(tone: number): Palette {
  const { ground, ink } = getColors(tone)
  const all = Array.from({ length: steps + 1 }, (_, step) => step / steps)
  const mix = (part: 0 | 1 | 2, share: number): number => Math.round(ground[part] + (ink[part] - ground[part]) * share)
  return [
    ...all.map((share) => [...ground, Math.round(255 * share)] as const),
    ...all.map((share) => [mix(0, share), mix(1, share), mix(2, share), 255] as const),
  ]
}

interface Segment {
  readonly x: number
  readonly y: number
  /** From its beginning to its end. */
  readonly toX: number
  readonly toY: number
  readonly squaredLength: number
}

/** The strokes of the letters, in the middle of the picture. */
function listSegments(letters: string): readonly Segment[] {
  const glyphs = letters === '' ? [person] : [...letters].flatMap((letter) => findGlyph(letter) ?? [])
  const gaps = letterGap * (glyphs.length - 1)
  const width = glyphs.reduce((sum, glyph) => sum + glyph.width * letterHeight, gaps)
  const scale = Math.min(1, maxWidth / width)
  const top = (size - letterHeight * scale) / 2
  let left = (size - width * scale) / 2
  return glyphs.flatMap((glyph) => {
    const segments = placeGlyph(glyph, left, top, letterHeight * scale)
    left += (glyph.width * letterHeight + letterGap) * scale
    return segments
  })
}

const placeGlyph = ({ strokes }: Glyph, left: number, top: number, height: number): readonly Segment[] =>
  strokes.flatMap((points) =>
    Array.from({ length: points.length / 2 - 1 }, (_, n) => {
      const [x = 0, y = 0, endX = 0, endY = 0] = points.slice(2 * n, 2 * n + 4)
      const toX = (endX - x) * height
      const toY = (endY - y) * height
      return { x: left + x * height, y: top + y * height, toX, toY, squaredLength: toX * toX + toY * toY }
    }),
  )

function drawPixels(segments: readonly Segment[]): Uint8Array {
  const pixels = new Uint8Array(size * size)
  const middle = size / 2
  // Letters reach this far from the middle at most.
  const reach = maxWidth / 2 + 2 * penRadius
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const x = column + 0.5
      const y = row + 0.5
      const isNear = Math.abs(x - middle) < reach && Math.abs(y - middle) < reach
      const letter = isNear ? coverageAt(measureDistance(segments, x, y) - penRadius) : 0
      const circle = coverageAt(Math.hypot(x - middle, y - middle) - middle)
      pixels[row * size + column] = letter > 0 ? steps + 1 + Math.round(letter * steps) : Math.round(circle * steps)
    }
  return pixels
}

/** Share of a pixel that is covered, by the distance of its middle from the edge; negative: inside. */
const coverageAt = (distance: number): number => Math.min(1, Math.max(0, 0.5 - distance))

/** Returns the distance of a point from the nearest segment. */
function measureDistance(segments: readonly Segment[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const segment of segments) {
    const fromX = x - segment.x
    const fromY = y - segment.y
    const along = (fromX * segment.toX + fromY * segment.toY) / segment.squaredLength
    const share = Math.min(1, Math.max(0, along))
    const dx = fromX - share * segment.toX
    const dy = fromY - share * segment.toY
    nearest = Math.min(nearest, dx * dx + dy * dy)
  }
  return Math.sqrt(nearest)
}
