import type { Field } from '../../fields/model/field.ts'

/** Name of the first column of every table. */
export const idColumn = 'id'

/**
 * Returns column names of fields: the short name, or `#12` if that is in use by the id column or by an earlier field
 * (decision 23).
 */
export function buildColumnNames(fields: readonly Field[]): Map<Field, string> {
  const usedNames = new Set([idColumn])
  return new Map(
    fields.map((field) => {
      const name = usedNames.has(field.name) ? `#${field.id}` : field.name
      usedNames.add(name)
      return [field, name]
    }),
  )
}
