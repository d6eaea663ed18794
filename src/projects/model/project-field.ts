import { type Message, message } from '../../kit/messages/message.ts'

/** Type of a custom project field: one line, or text of several lines. */
export const projectFieldKinds = ['line', 'text'] as const
export type ProjectFieldKind = (typeof projectFieldKinds)[number]

/** A description field that new projects fill in (docs/api/site.md §1). */
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
 * Returns the errors of the field values of a new project, with the texts of docs/api/projects.md §5; a required value
 * must not be blank.
 */
export function validateFieldValues(fields: readonly ProjectField[], values: readonly FieldValue[]): Message[] {
  const filled = new Set(values.filter(({ value }) => value.trim() !== '').map(({ fieldId }) => fieldId))
  const knownIds = new Set(fields.map(({ id }) => id))
  const missing = fields.filter(({ id, isRequired }) => isRequired && !filled.has(id)).map(({ name }) => name)
  const unknown = [...new Set(values.map(({ fieldId }) => fieldId))].filter((id) => !knownIds.has(id))
  return [
    ...(missing.length === 0 ? [] : [message`Mandatory field where missing: ${missing.join(', ')}`]),
    ...(unknown.length === 0 ? [] : [message`Some fields does not exists: ${unknown.join(', ')}`]),
  ]
}
