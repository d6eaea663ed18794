/** What a description field holds: one line, or text of several. */
export const projectFieldKinds = ['line', 'text'] as const
export type ProjectFieldKind = (typeof projectFieldKinds)[number]

/** Something every project says of itself when it is made (docs/api/site.md §1). */
export interface ProjectField {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly kind: ProjectFieldKind
  readonly isRequired: boolean
  readonly rank: number
}

export interface FieldValue {
  readonly fieldId: number
  readonly value: string
}

/**
 * What is wrong with the values of a new project, in the words of docs/api/projects.md §5; a required value is not
 * blank.
 */
export function validateFieldValues(fields: readonly ProjectField[], values: readonly FieldValue[]): string[] {
  const filled = new Set(values.filter(({ value }) => value.trim() !== '').map(({ fieldId }) => fieldId))
  const known = new Set(fields.map(({ id }) => id))
  const missing = fields.filter(({ id, isRequired }) => isRequired && !filled.has(id)).map(({ name }) => name)
  const unknown = [...new Set(values.map(({ fieldId }) => fieldId))].filter((id) => !known.has(id))
  return [
    ...(missing.length === 0 ? [] : [`Mandatory field where missing: ${missing.join(', ')}`]),
    ...(unknown.length === 0 ? [] : [`Some fields does not exists: ${unknown.join(', ')}`]),
  ]
}
