import type { FieldTypeName } from '../../fields/model/field.ts'
import type { Property } from '../../fields/model/properties.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { message } from '../../kit/messages/message.ts'
import type { Problems } from './problems.ts'

/** Parses `specific_properties`; missing settings stay, unknown settings are ignored. */
export function parseProperties(
  type: FieldTypeName,
  input: unknown,
  before: Readonly<Record<string, unknown>>,
  problems: Problems,
): Record<string, unknown> {
  const members =
    typeof input === 'object' && input !== null ? new Map(Object.entries(input)) : new Map<string, unknown>()
  const table = Object.entries(getFieldType(type).structure.properties)
  return Object.fromEntries(
    table.map(([name, property]) => {
      const defaultValue = before[name] ?? property.default
      if (!members.has(name)) return [name, defaultValue]
      const parsed = parseProperty(property, members.get(name))
      if (parsed === undefined) problems.add(message`Invalid value for the setting ${name} of a field of type ${type}.`)
      return [name, parsed ?? defaultValue]
    }),
  )
}

/** undefined: it is not a value of such a setting. */
function parseProperty(property: Property, input: unknown): unknown {
  if (input === null || input === '') return property.default ?? null
  if (typeof input === 'boolean') return parseProperty(property, input ? 1 : 0)
  if (typeof input !== 'string' && typeof input !== 'number') return undefined
  return property.read(String(input))
}
