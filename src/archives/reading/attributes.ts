import type { XmlElement } from '../../kit/xml/element.ts'
import type { Notes } from '../findings.ts'

/** An attribute that must be there and say something; its absence is a problem. */
export function requiredAttribute(element: XmlElement, name: string, notes: Notes): string {
  const value = element.attributes[name]?.trim() ?? ''
  if (value === '')
    notes.problem('required-part-missing', element.line, `<${element.name}> needs the attribute ${name}`)
  return value
}

/** Contract 10 §12.4: `1`, `0`, `true`, `false`; anything else, absent too, is the default. */
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

/** A flag that must be one; what is absent or empty has its default. */
export function flagAttribute(element: XmlElement, name: string, otherwise: boolean, notes: Notes): boolean {
  const text = element.attributes[name]?.trim() ?? ''
  if (text !== '' && !/^(0|1|true|false)$/i.test(text)) {
    notes.problem(
      'invalid-structure',
      element.line,
      `${name}="${text}" of <${element.name}> is neither true (1) nor false (0)`,
    )
  }
  return readFlag(text, otherwise)
}

/** A whole number; what is absent has its default, what is none is a problem. */
export function wholeAttribute(element: XmlElement, name: string, otherwise: number, notes: Notes): number {
  const text = element.attributes[name]?.trim() ?? ''
  if (text === '') return otherwise
  if (/^[+-]?\d{1,15}$/.test(text)) return Number(text)
  notes.problem('invalid-structure', element.line, `${name}="${text}" of <${element.name}> is not a whole number`)
  return otherwise
}
