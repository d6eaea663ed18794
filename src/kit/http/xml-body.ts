import { type XmlElement, XmlProblem } from '../xml/element.ts'
import { parseXml } from '../xml/read.ts'
import { closeTag, declaration, isXmlName, type Markup, openTag, text } from '../xml/write.ts'

/** An answer in XML (30 §5.1). Lists collapse as the contract has it, so not every answer can be sent back as it came. */
export function toXml(value: unknown): string {
  return declaration + elementOf('response', plain(value, ''))
}

/** A body in XML (30 §5.2), with text left text: `007` stays `007`, who expects a number reads one. No body is null. */
export function fromXml(body: string): unknown {
  if (body.trim() === '') return null
  try {
    return valueOf(parseXml(body))
  } catch (problem) {
    if (!(problem instanceof XmlProblem)) throw problem
    throw new XmlProblem(`Malformed XML. ${problem.reason}`, problem.line, problem.column)
  }
}

function elementOf(name: string, value: unknown): string {
  const isEmpty = isCompound(value) && Object.keys(value).length === 0
  return isEmpty ? `<${name}/>` : openTag(name) + contentOf(value) + closeTag(name)
}

function contentOf(value: unknown): string {
  if (!isCompound(value)) return scalarText(value)
  const scalars: unknown[] = []
  let content = ''
  for (const [key, given] of Object.entries(value)) {
    const part = plain(given, key)
    if (part === undefined && !Array.isArray(value)) continue
    if (Array.isArray(value)) {
      if (isCompound(part)) content += elementOf('item', part)
      else scalars.push(part)
    } else if (key === 'text' && !isCompound(part)) {
      scalars.push(part)
    } else {
      // The reference loses a member called `text` that is more than text, as in `values_by_field`; it is a child here.
      content += elementOf(encodedName(key), part)
    }
  }
  const [only, ...more] = scalars
  return content + (more.length === 0 ? scalarText(only) : scalars.map((scalar) => elementOf('text', scalar)).join(''))
}

function isCompound(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function scalarText(value: unknown): string {
  return value === null || value === undefined ? '' : text(String(value))
}

/** The value as JSON would have it: dates as text, what JSON cannot say as undefined or null. */
function plain(value: unknown, key: string): unknown {
  if (isCompound(value) && 'toJSON' in value && typeof value.toJSON === 'function') return value.toJSON(key)
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  return typeof value === 'number' && !Number.isFinite(value) ? null : value
}
