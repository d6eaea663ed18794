import { textOf, type XmlElement } from '../../kit/xml/element.ts'
import { defaultColor, isPaletteColor } from '../../trackers/model/palette.ts'
import type { Notes } from '../findings.ts'

/** A palette name, in the spelling of the palette (docs/api/trackers.md §3.3). */
export const paletteName = (text: string): string => text.trim().toLowerCase().replaceAll('_', '-')

/** docs/api/trackers.md §3.3, docs/api/archive-format.md §2.2; a name outside the palette is the default. */
export function readTrackerColor(tracker: XmlElement, notes: Notes): string {
  const color = paletteName(textOf(tracker, 'color') ?? '')
  if (color === '' || isPaletteColor(color)) return color || defaultColor
  notes.remark('default-used', tracker.line, `"${color}" is not a colour of trackers: it becomes ${defaultColor}`)
  return defaultColor
}

/**
 * The colour of a list value: a palette name, or `#RRGGBB` of the older three attributes (docs/api/archive-format.md
 * §2.3).
 */
export function readColor(decorator: XmlElement, notes: Notes): string {
  const { tlp_color_name: name = '', r, g, b } = decorator.attributes
  if (name.trim() !== '') {
    const color = paletteName(name)
    if (isPaletteColor(color)) return color
    notes.remark('default-used', decorator.line, `"${name}" is not a colour of list values: the value goes without`)
    return ''
  }
  const parts = [r, g, b].map((part) => Number(part?.trim() || Number.NaN))
  if (!parts.every((part) => Number.isInteger(part) && part >= 0 && part <= 255)) return ''
  return `#${parts
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`
}
