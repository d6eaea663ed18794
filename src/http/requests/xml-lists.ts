import type { TSchema } from 'typebox'
import { emptyElement, verbatim } from '../../kit/values/schema.ts'
import type { JsonSchema } from './json-schema.ts'

/**
 * Converts parsed XML to lists where the schema has lists: a response represents a list of one scalar as the text of
 * its parent and an empty one as an empty element (docs/api/rest-conventions.md §2.1), and can be sent back. Tuleap
 * rejects it.
 */
export function withLists(schema: TSchema, read: unknown): unknown {
  return listed(schema as JsonSchema, read)
}

/**
 * Variant for a member, where an empty element is an empty list (docs/api/rest-conventions.md §2.2), or an empty text
 * if the schema is verbatim.
 */
export function convertMemberLists(schema: TSchema, read: unknown): unknown {
  return member(schema as JsonSchema, read)
}

function member(schema: JsonSchema, read: unknown): unknown {
  if (read !== null) return listed(schema, read)
  if (schema['~emptyElement']) return emptyElement
  const choices = choicesOf(schema)
  if (choices.some(({ type, format }) => type === 'string' && format === verbatim)) return ''
  return choices.every(isListOrNothing) && choices.some(({ type }) => type === 'array') ? [] : null
}

const choicesOf = (schema: JsonSchema): readonly JsonSchema[] => {
  const shape = schema['~shape'] ?? schema
  return shape.anyOf ?? [shape]
}

function listed(schema: JsonSchema, read: unknown): unknown {
  const choices = choicesOf(schema)
  const single = loneText(read)
  if (single !== undefined && choices.every(isListOrNothing) && choices.some(isOfScalars)) return [single]
  if (Array.isArray(read)) {
    const items = choices.find(({ type }) => type === 'array')?.items
    return items === undefined ? read : read.map((item) => listed(items, item))
  }
  if (typeof read !== 'object' || read === null) return read
  const object = choices.find(({ type }) => type === 'object')
  return object === undefined ? read : withListsInside(object, read)
}

function withListsInside({ properties = {}, patternProperties = {} }: JsonSchema, read: object): object {
  const [others] = Object.values(patternProperties)
  const schemaOf = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : others)
  return Object.fromEntries(
    Object.entries(read).map(([name, value]) => {
      const schema = schemaOf(name)
      return [name, schema === undefined ? value : member(schema, value)]
    }),
  )
}

/** Returns the text of an element, or of the one `text` in it. */
function loneText(read: unknown): string | undefined {
  if (typeof read === 'string') return read
  const isText = typeof read === 'object' && read !== null && Object.keys(read).join() === 'text'
  return isText && 'text' in read && typeof read.text === 'string' ? read.text : undefined
}

const isListOrNothing = ({ type }: JsonSchema): boolean => type === 'array' || type === 'null'

const isOfScalars = ({ type, items = {} }: JsonSchema): boolean =>
  type === 'array' && (items.anyOf ?? [items]).some((item) => item.type !== 'object' && item.type !== 'array')
