/** A color in sRGB, each part from 0 to 255. */
type Color = readonly [red: number, green: number, blue: number]

interface AvatarColors {
  readonly ground: Color
  readonly ink: Color
}

/** Of the tones of model/avatar.ts. */
const hues = [345, 30, 95, 155, 225, 285]

/**
 * Returns the colors of a tone: those of the pages in the light scheme (web/src/design/user-badge.module.css), which can
 * be seen on dark pages as well.
 */
export function getColors(tone: number): AvatarColors {
  const hue = hues[tone % hues.length] ?? 0
  return { ground: toSrgb(0.91, 0.05, hue), ink: toSrgb(0.36, 0.09, hue) }
}

/** Converts a color from OKLCH (CSS Color 4, §10); parts outside of sRGB are cut off. */
function toSrgb(lightness: number, chroma: number, hue: number): Color {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    toByte(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    toByte(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    toByte(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ]
}

function toByte(linear: number): number {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(255 * Math.min(1, Math.max(0, value)))
}
