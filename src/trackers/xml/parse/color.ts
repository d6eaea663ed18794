import { message } from '../../../kit/messages/message.ts'
import { getText, type XmlElement } from '../../../kit/xml/element.ts'
import { defaultColor, isPaletteColor } from '../../model/palette.ts'
import type { FindingReporter } from '../finding-reporter.ts'

/** Returns a palette name in canonical spelling (docs/api/trackers.md §3.3). */
const paletteName = (text: string): string => text.trim().toLowerCase().replaceAll('_', '-')

/** docs/api/trackers.md §3.3, docs/api/archive-format.md §2.2: unknown names become the default color. */
export function parseTrackerColor(tracker: XmlElement, notes: FindingReporter): string {
  const color = paletteName(getText(tracker, 'color') ?? '')
  if (color === '' || isPaletteColor(color)) return color || defaultColor
  notes.remark(
    'default-used',
    tracker.line,
    message`"${color}" is not a colour of trackers: it becomes ${defaultColor}`,
  )
  return defaultColor
}

/**
 * Parses the color of a list value: a palette name, or `#RRGGBB` in three attributes of the older format
 * (docs/api/archive-format.md §2.3).
 */
export function parseColor(decorator: XmlElement, notes: FindingReporter): string {
  const { tlp_color_name: name = '', r, g, b } = decorator.attributes
  if (name.trim() !== '') {
    const color = paletteName(name)
    if (isPaletteColor(color)) return color
    notes.remark(
      'default-used',
      decorator.line,
      message`"${name}" is not a colour of list values: the value goes without`,
    )
    return ''
  }
  const texts = [r, g, b].map((part = '') => part.trim())
  if (texts.every((part) => part === '')) return ''
  const parts = texts.map((part) => (part === '' ? Number.NaN : Number(part)))
  if (!parts.every((part) => Number.isInteger(part) && part >= 0 && part <= 255)) {
    notes.remark(
      'default-used',
      decorator.line,
      message`"${texts.join(', ')}" is not a colour of list values: the value goes without`,
    )
    return ''
  }
  return `#${parts
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`
}
