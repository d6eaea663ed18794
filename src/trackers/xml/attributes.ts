import { message } from '../../kit/messages/message.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { FindingReporter } from './finding-reporter.ts'

/** Returns the trimmed XML id in an attribute. */
export const parseIdAttribute = ({ attributes }: XmlElement, name = 'REF'): string => attributes[name]?.trim() ?? ''

/** Returns a required non-empty attribute; reports a problem if it is missing. */
export function getRequiredAttribute(element: XmlElement, name: string, notes: FindingReporter): string {
  const value = element.attributes[name]?.trim() ?? ''
  if (value === '')
    notes.problem('required-part-missing', element.line, message`<${element.name}> needs the attribute ${name}`)
  return value
}

/** Returns a required attribute that may be empty; reports a problem if it is missing. */
export function getPresentAttribute(element: XmlElement, name: string, notes: FindingReporter): string {
  const value = element.attributes[name]
  if (value === undefined) {
    notes.problem(
      'required-part-missing',
      element.line,
      message`<${element.name}> needs the attribute ${name}, which may be empty`,
    )
  }
  return value?.trim() ?? ''
}

/** docs/api/archive-format.md §1.4: parses `1`, `0`, `true`, `false`; other and missing values yield the default. */
export function parseFlag(text: string | undefined, otherwise: boolean): boolean {
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

/** Parses a flag; missing, empty and invalid values yield the default (docs/api/archive-format.md §1.8). */
export function parseFlagAttribute(
  element: XmlElement,
  name: string,
  otherwise: boolean,
  notes: FindingReporter,
): boolean {
  const text = element.attributes[name]?.trim() ?? ''
  if (text !== '' && !/^(0|1|true|false)$/i.test(text)) {
    notes.remark(
      'default-used',
      element.line,
      message`${name}="${text}" of <${element.name}> is neither true (1) nor false (0): it counts as ${otherwise ? 1 : 0}`,
    )
  }
  return parseFlag(text, otherwise)
}

/** Parses an integer; missing and invalid values yield the default. */
export function parseIntegerAttribute(
  element: XmlElement,
  name: string,
  otherwise: number,
  notes: FindingReporter,
): number {
  const text = element.attributes[name]?.trim() ?? ''
  if (text === '') return otherwise
  if (/^[+-]?\d{1,15}$/.test(text)) return Number(text)
  notes.remark(
    'default-used',
    element.line,
    message`${name}="${text}" of <${element.name}> is not a whole number: it counts as ${otherwise}`,
  )
  return otherwise
}
