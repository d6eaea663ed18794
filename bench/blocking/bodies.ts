import type { AnyRoute } from '../../src/http/declarations/route.ts'
import type { JsonSchema } from '../../src/http/requests/json-schema.ts'
import { serializeXmlInChunks } from '../../src/http/requests/xml-body.ts'

export interface Body {
  readonly name: string
  readonly type: string
  readonly text: string
}

const json = 'application/json'
const xml = 'application/xml'

/** The most expensive bodies within the limit of a route: for the parsers, and for the schema of the route. */
export function createWorstBodies({ body, bodyName, bodyLimit = 1_048_576 }: AnyRoute): readonly Body[] {
  if (body === undefined) return []
  const room = bodyLimit - 100
  const filled = (part: string): string => part.repeat(Math.floor(room / part.length))
  const list = (item: string): string => `[${filled(`${item},`)}${item}]`
  const keys = Array.from({ length: Math.floor(room / 11) }, (_, i) => `"k${i.toString(36)}":1`)
  const meant = filledFrom(body as JsonSchema, room)
  const wrapped = bodyName === undefined ? meant : { [bodyName]: meant }
  return [
    { name: 'list of numbers', type: json, text: list('1') },
    { name: 'list of objects', type: json, text: list('{}') },
    {
      name: 'many members',
      type: json,
      text: `{${keys
        .join(',')
        .slice(0, room)
        .replace(/,[^,]*$/, '')}}`,
    },
    { name: 'nested lists', type: json, text: list(`${'['.repeat(400)}${']'.repeat(400)}`) },
    { name: 'escapes', type: json, text: `{"a":"${filled('\\u0041')}"}` },
    { name: 'as its schema has it', type: json, text: JSON.stringify(wrapped) },
    { name: 'elements', type: xml, text: `<r>${filled('<a/>')}</r>` },
    { name: 'texts', type: xml, text: `<r>${filled('<item>1</item>')}</r>` },
    {
      name: 'attributes',
      type: xml,
      text: `<r ${Array.from({ length: Math.floor(room / 13) }, (_, i) => `a${i}=""`)
        .join(' ')
        .slice(0, room)}/>`,
    },
    { name: 'entities', type: xml, text: `<r>${filled('&amp;')}</r>` },
    { name: 'as its schema has it', type: xml, text: [...serializeXmlInChunks(wrapped)].join('').slice(0, room) },
    { name: 'pairs', type: 'application/x-www-form-urlencoded', text: filled('a=1&') },
  ]
}

/** A value of a schema with about this number of characters: its lists are as long as possible. */
function filledFrom(schema: JsonSchema, room: number): unknown {
  const choice = schema.anyOf?.find(({ type }) => type === 'array' || type === 'object') ?? schema.anyOf?.[0] ?? schema
  if (choice.const !== undefined) return choice.const
  if (choice.enum !== undefined) return choice.enum[0]
  switch (choice.type) {
    case 'integer':
    case 'number':
      return choice.minimum ?? 1
    case 'boolean':
      return true
    case 'array': {
      const item = filledFrom(choice.items ?? {}, Math.min(200, room))
      const each = JSON.stringify(item ?? 1).length + 1
      return Array.from(
        { length: Math.max(1, Math.min(choice.maxItems ?? Infinity, Math.floor(room / each))) },
        () => item ?? 1,
      )
    }
    case 'object': {
      const members = Object.entries(choice.properties ?? {})
      const [others] = Object.values(choice.patternProperties ?? {})
      const share = room / Math.max(1, members.length + (others === undefined ? 0 : 1))
      const filled = members.map(([name, member]) => [name, filledFrom(member, share - name.length)] as const)
      const more =
        others === undefined ? [] : Array.from({ length: Math.floor(share / 20) }, (_, i) => [`k${i}`, 1] as const)
      return Object.fromEntries([...filled, ...more])
    }
    case 'string':
      return 'a'.repeat(Math.max(1, Math.min(choice.maxLength ?? Infinity, room)))
    default:
      return room > 200 ? Array.from({ length: Math.floor(room / 2) }, () => 1) : 1
  }
}
