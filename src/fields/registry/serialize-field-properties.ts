import type { FieldTypeName } from '../model/field.ts'
import type { PropertyTable } from '../model/properties.ts'
import { getFieldType } from './registry.ts'

/** The settings of a field as attributes of an archive's `properties` element; what is not written has its default. */
export function serializeFieldProperties(
  type: FieldTypeName,
  properties: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const { structure } = getFieldType(type)
  return structure.writeProperties?.(properties) ?? writeProperties(structure.properties, properties)
}

/** docs/api/archive-format.md §2.3: empty values and zeros are omitted, unless the default differs from them. */
function writeProperties(table: PropertyTable, properties: Readonly<Record<string, unknown>>): Record<string, string> {
  const attributes = Object.entries(table).flatMap(([name, property]) => {
    const value = properties[name] ?? null
    const isLeftOut = value === null || (value === property.default && (value === '' || value === 0))
    return isLeftOut ? [] : [[name, `${value}`] as const]
  })
  return Object.fromEntries(attributes)
}
