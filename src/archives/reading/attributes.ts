import type { XmlElement } from '../../kit/xml/element.ts'
import type { Notes } from '../findings.ts'

/** The XML id that an attribute gives or refers to; blanks around it do not count. */
export const idAttribute = ({ attributes }: XmlElement, name = 'REF'): string => attributes[name]?.trim() ?? ''

/** An attribute that must be there and say something; its absence is a problem. */
export function requiredAttribute(element: XmlElement, name: string, notes: Notes): string {
  const value = element.attributes[name]?.trim() ?? ''
  if (value === '')
    notes.problem('required-part-missing', element.line, `<${element.name}> needs the attribute ${name}`)
  return value
}

/** docs/api/archive-format.md §1.4: `1`, `0`, `true`, `false`; anything else, absent too, is the default. */
export function readFlag(text: string | undefined, otherwise: boolean): boolean {
  switch (text?.trim().toLowerCase()) {
    case '1':
    case 'true':
      return true
    case '0':
    case 'false':
      return false
    default:
      return otherwise
  }
}

/** A flag; what is absent, empty or no flag has its default (docs/api/archive-format.md §1.8). */
export function flagAttribute(element: XmlElement, name: string, otherwise: boolean, notes: Notes): boolean {
  const text = element.attributes[name]?.trim() ?? ''
  if (text !== '' && !/^(0|1|true|false)$/i.test(text)) {
    notes.remark(
      'default-used',
      element.line,
      `${name}="${text}" of <${element.name}> is neither true (1) nor false (0): it counts as ${otherwise ? 1 : 0}`,
    )
  }
  return readFlag(text, otherwise)
}

/** A whole number; what is absent or is none has its default. */
export function wholeAttribute(element: XmlElement, name: string, otherwise: number, notes: Notes): number {
  const text = element.attributes[name]?.trim() ?? ''
  if (text === '') return otherwise
  if (/^[+-]?\d{1,15}$/.test(text)) return Number(text)
  notes.remark(
    'default-used',
    element.line,
    `${name}="${text}" of <${element.name}> is not a whole number: it counts as ${otherwise}`,
  )
  return otherwise
}
