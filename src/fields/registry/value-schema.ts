import { Type } from '../../kit/values/schema.ts'
import { defineObject, oneOf } from '../field-type/entry-schema.ts'
import type { FieldTypeName, FieldTypeNames } from '../model/field.ts'
import { fieldTypes } from './registry.ts'

type Entries = { [Name in FieldTypeName]: FieldTypeNames[Name] extends true ? never : FieldTypeNames[Name] }

const schemas = Map.groupBy(
  Object.values(fieldTypes).filter((type) => type.entry !== undefined),
  ({ entry }) => entry,
)

/** An item of `values` of an artifact (docs/api/field-values.md §2). */
export const ValueEntrySchema = Type.Unsafe<Entries[FieldTypeName]>(
  Type.Union(
    [...schemas].flatMap(([entry, types]) =>
      entry === undefined
        ? []
        : [
            defineObject(entry.title, {
              field_id: Type.Integer(),
              type: oneOf(...types.map(({ type }) => type)),
              label: Type.String(),
              ...entry.members,
            }),
          ],
    ),
    { title: 'FieldValue', discriminator: { propertyName: 'type' } },
  ),
)
