/** Points that a pen connects: x and y in turn. */
type Stroke = readonly number[]

/** A letter as strokes: 1 high, from the top downwards, and as wide as `width`. */
export interface Glyph {
  readonly width: number
  readonly strokes: readonly Stroke[]
}

const glyph = (width: number, ...strokes: readonly Stroke[]): Glyph => ({ width, strokes })
const line = (...points: readonly number[]): Stroke => points

/** A part of an ellipse; angles are in degrees: 0 is right, 90 is down. */
function arc(x: number, y: number, radiusX: number, radiusY: number, from: number, to: number): Stroke {
  const steps = Math.ceil(Math.abs(to - from) / 15)
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180
    return [x + radiusX * Math.cos(angle), y + radiusY * Math.sin(angle)]
  }).flat()
}

const bowlOfP = [...line(0, 0), ...arc(0.36, 0.28, 0.28, 0.28, -90, 90), ...line(0, 0.56)]

const glyphs: Readonly<Record<string, Glyph>> = {
  A: glyph(0.84, line(0, 1, 0.42, 0, 0.84, 1), line(0.16, 0.64, 0.68, 0.64)),
  B: glyph(
    0.66,
    line(0, 0, 0, 1),
    [...line(0, 0), ...arc(0.36, 0.235, 0.25, 0.235, -90, 90), ...line(0, 0.47)],
    [...line(0.36, 0.47), ...arc(0.38, 0.735, 0.28, 0.265, -90, 90), ...line(0, 1)],
  ),
  C: glyph(0.8, arc(0.47, 0.5, 0.47, 0.5, -46, -314)),
  D: glyph(0.77, [...line(0, 1, 0, 0), ...arc(0.3, 0.5, 0.47, 0.5, -90, 90), ...line(0, 1)]),
  E: glyph(0.56, line(0.56, 0, 0, 0, 0, 1, 0.56, 1), line(0, 0.48, 0.5, 0.48)),
  F: glyph(0.55, line(0.55, 0, 0, 0, 0, 1), line(0, 0.5, 0.49, 0.5)),
  G: glyph(0.9, [...arc(0.47, 0.5, 0.47, 0.5, -46, -354), ...line(0.54, 0.552)]),
  H: glyph(0.72, line(0, 0, 0, 1), line(0.72, 0, 0.72, 1), line(0, 0.49, 0.72, 0.49)),
  I: glyph(0, line(0, 0, 0, 1)),
  J: glyph(0.48, [...line(0.48, 0), ...arc(0.22, 0.74, 0.26, 0.26, 0, 150)]),
  K: glyph(0.68, line(0, 0, 0, 1), line(0.64, 0, 0, 0.62), line(0.24, 0.4, 0.68, 1)),
  L: glyph(0.54, line(0, 0, 0, 1, 0.54, 1)),
  M: glyph(0.88, line(0, 1, 0, 0, 0.44, 0.68, 0.88, 0, 0.88, 1)),
  N: glyph(0.72, line(0, 1, 0, 0, 0.72, 1, 0.72, 0)),
  O: glyph(0.98, arc(0.49, 0.5, 0.49, 0.5, 0, 360)),
  P: glyph(0.64, line(0, 0, 0, 1), bowlOfP),
  Q: glyph(0.98, arc(0.49, 0.5, 0.49, 0.5, 0, 360), line(0.6, 0.72, 0.94, 1.06)),
  R: glyph(0.66, line(0, 0, 0, 1), bowlOfP, line(0.34, 0.56, 0.66, 1)),
  S: glyph(0.62, [...arc(0.31, 0.255, 0.27, 0.255, -28, -270), ...arc(0.31, 0.755, 0.31, 0.245, -90, 152)]),
  T: glyph(0.72, line(0, 0, 0.72, 0), line(0.36, 0, 0.36, 1)),
  U: glyph(0.7, [...line(0, 0), ...arc(0.35, 0.65, 0.35, 0.35, 180, 0), ...line(0.7, 0)]),
  V: glyph(0.82, line(0, 0, 0.41, 1, 0.82, 0)),
  W: glyph(1.16, line(0, 0, 0.29, 1, 0.58, 0.06, 0.87, 1, 1.16, 0)),
  X: glyph(0.72, line(0, 0, 0.72, 1), line(0.72, 0, 0, 1)),
  Y: glyph(0.76, line(0, 0, 0.38, 0.5, 0.76, 0), line(0.38, 0.5, 0.38, 1)),
  Z: glyph(0.66, line(0, 0, 0.66, 0, 0, 1, 0.66, 1)),
  0: glyph(0.64, arc(0.32, 0.5, 0.32, 0.5, 0, 360)),
  1: glyph(0.28, line(0, 0.2, 0.28, 0, 0.28, 1)),
  2: glyph(0.62, [...arc(0.31, 0.3, 0.3, 0.3, -165, 38), ...line(0, 1, 0.62, 1)]),
  3: glyph(0.62, arc(0.29, 0.24, 0.26, 0.24, -155, 90), arc(0.29, 0.74, 0.33, 0.26, -90, 152)),
  4: glyph(0.68, line(0.5, 1, 0.5, 0, 0, 0.7, 0.68, 0.7)),
  5: glyph(0.6, [...line(0.54, 0, 0.1, 0), ...arc(0.28, 0.67, 0.32, 0.33, -140, 150)]),
  6: glyph(0.64, arc(0.32, 0.67, 0.32, 0.33, 0, 360), line(0.44, 0, 0.04, 0.52)),
  7: glyph(0.62, line(0, 0, 0.62, 0, 0.2, 1)),
  8: glyph(0.64, arc(0.32, 0.24, 0.26, 0.24, 0, 360), arc(0.32, 0.74, 0.32, 0.26, 0, 360)),
  9: glyph(0.64, arc(0.32, 0.33, 0.32, 0.33, 0, 360), line(0.2, 1, 0.6, 0.48)),
}

/** Instead of letters: head and shoulders. */
export const person: Glyph = glyph(1, arc(0.5, 0.2, 0.24, 0.24, 0, 360), [
  ...line(0.04, 1.1),
  ...arc(0.5, 1.1, 0.46, 0.42, 180, 360),
  ...line(0.04, 1.1),
])

/** Letters that are another one with a mark, but have no decomposition in Unicode. */
const similarLetters: Readonly<Record<string, string>> = {
  Æ: 'A',
  Ð: 'D',
  Đ: 'D',
  Ħ: 'H',
  Ł: 'L',
  Ø: 'O',
  Œ: 'O',
  Ŧ: 'T',
}

/** Returns the glyph of a capital letter or a digit, without the marks of the letter; undefined: there is none. */
export function findGlyph(letter: string): Glyph | undefined {
  const [base = ''] = letter.normalize('NFKD')
  const name = similarLetters[base] ?? base
  return Object.hasOwn(glyphs, name) ? glyphs[name] : undefined
}
