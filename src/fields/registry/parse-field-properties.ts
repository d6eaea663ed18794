import type { FieldTypeName } from '../model/field.ts'
import { type ReportInvalidProperty, readProperties } from '../model/properties.ts'
import { getFieldType } from './registry.ts'

/** The settings of a field out of the attributes of an archive's `properties` element, defaults filled in. */
export function parseFieldProperties(
  type: FieldTypeName,
  attributes: Readonly<Record<string, string>>,
  reportInvalid: ReportInvalidProperty,
): Record<string, unknown> {
  const { structure } = getFieldType(type)
  return (
    structure.readProperties?.(attributes, reportInvalid) ??
    readProperties(structure.properties, attributes, reportInvalid)
  )
}
