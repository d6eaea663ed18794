import type { FieldTypeName } from '../../fields/field.ts'
import type { Property } from '../../fields/properties.ts'
import { fieldType } from '../../fields/registry.ts'
import type { Problems } from './problems.ts'

/** Settings of a type out of `specific_properties`; what is not said stays as it was, what the type lacks is passed over. */
export function readSettings(
  type: FieldTypeName,
  sent: unknown,
  before: Readonly<Record<string, unknown>>,
  problems: Problems,
): Record<string, unknown> {
  const said = typeof sent === 'object' && sent !== null ? new Map(Object.entries(sent)) : new Map<string, unknown>()
  const table = Object.entries(fieldType(type).structure.properties)
  return Object.fromEntries(
    table.map(([name, property]) => {
      const otherwise = before[name] ?? property.default
      if (!said.has(name)) return [name, otherwise]
      const read = readOne(property, said.get(name))
      if (read === undefined) problems.add(`The setting ${name} of a field of type ${type} has a wrong value.`)
      return [name, read ?? otherwise]
    }),
  )
}

/** undefined: it is not a value of such a setting. */
function readOne(property: Property, sent: unknown): unknown {
  if (sent === null || sent === '') return property.default ?? null
  if (typeof sent === 'boolean') return readOne(property, sent ? 1 : 0)
  if (typeof sent !== 'string' && typeof sent !== 'number') return undefined
  const read = property.read(String(sent))
  // Where a number is wanted, what is none would silently become the default.
  return typeof property.default === 'string' || read === Number(sent) ? read : undefined
}
