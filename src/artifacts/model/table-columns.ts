import type { Field } from '../../fields/model/field.ts'

/** Name of the first column of every table. */
export const idColumn = 'id'

/**
 * Returns column names of fields: the short name, or `#12` if that is in use by the id column or by an earlier field
 * (decision 23).
 */
export function buildColumnNames(fields: readonly Field[]): Map<Field, string> {
  const taken = new Set([idColumn])
  return new Map(
    fields.map((field) => {
      const name = taken.has(field.name) ? `#${field.id}` : field.name
      taken.add(name)
      return [field, name]
    }),
  )
}
