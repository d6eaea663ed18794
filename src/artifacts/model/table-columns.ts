import type { Field } from '../../fields/field.ts'

/** Of every table the first column. */
export const idColumn = 'id'

/**
 * What a field's column is called: its short name; `#12` where that is taken, by the number of the artifact or by a
 * field before it (decision 23).
 */
export function columnNames(fields: readonly Field[]): Map<Field, string> {
  const taken = new Set([idColumn])
  return new Map(
    fields.map((field) => {
      const name = taken.has(field.name) ? `#${field.id}` : field.name
      taken.add(name)
      return [field, name]
    }),
  )
}
