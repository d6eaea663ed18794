import type { FieldTypeName } from './field.ts'
import type { FieldType } from './field-type.ts'

/** Every field type; a new one is a file of types/ and a line here. */
export const fieldTypes: Readonly<Record<FieldTypeName, FieldType>> = {} as Readonly<Record<FieldTypeName, FieldType>>

export const fieldType = (name: FieldTypeName): FieldType => fieldTypes[name]

/** Whether a text of an archive or a request names a field type. */
export const isFieldTypeName = (name: string): name is FieldTypeName => Object.hasOwn(fieldTypes, name)
