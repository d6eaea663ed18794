import type { XmlElement } from '../../kit/xml/element.ts'

/** A palette name, in the spelling of the palette (contract 20 §2.3). */
export const paletteName = (text: string): string => text.trim().toLowerCase().replaceAll('_', '-')

/** The colour of a list value: a palette name, or `#RRGGBB` of the older three attributes (contract 20 §8.3). */
export function readColor(decorator: XmlElement): string {
  const { tlp_color_name: name = '', r, g, b } = decorator.attributes
  if (name.trim() !== '') return paletteName(name)
  const parts = [r, g, b].map((part) => Number(part?.trim() || Number.NaN))
  if (!parts.every((part) => Number.isInteger(part) && part >= 0 && part <= 255)) return ''
  return `#${parts
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`
}
