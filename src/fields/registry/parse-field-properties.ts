import type { FieldTypeName } from '../model/field.ts'
import { readProperties } from '../model/properties.ts'
import { getFieldType } from './registry.ts'

/** The settings of a field out of the attributes of an archive's `properties` element, defaults filled in. */
export function parseFieldProperties(
  type: FieldTypeName,
  attributes: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const { structure } = getFieldType(type)
  return structure.readProperties?.(attributes) ?? readProperties(structure.properties, attributes)
}
