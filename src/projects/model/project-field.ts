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

/** Where a new field goes: after all others, at a rank, or at a position from 1. */
export type FieldPlace = 'last' | { readonly rank: number } | { readonly position: number }

/**
 * Returns the rank of a new field, and the ranks that fields after it get so that their order stays: as few as possible.
 * `fields` are in display order.
 */
export function placeField(
  fields: readonly Pick<ProjectField, 'id' | 'rank'>[],
  place: FieldPlace,
): { readonly rank: number; readonly moved: readonly Pick<ProjectField, 'id' | 'rank'>[] } {
  const index = findIndexOf(fields, place)
  const rank = place !== 'last' && 'rank' in place ? place.rank : (fields[index - 1]?.rank ?? 0) + 1
  const moved: Pick<ProjectField, 'id' | 'rank'>[] = []
  let last = rank
  for (const field of fields.slice(index)) {
    if (field.rank > last) break
    last += 1
    moved.push({ id: field.id, rank: last })
  }
  return { rank, moved }
}

function findIndexOf(fields: readonly Pick<ProjectField, 'rank'>[], place: FieldPlace): number {
  if (place === 'last') return fields.length
  if ('rank' in place) return fields.filter(({ rank }) => rank < place.rank).length
  return Math.min(fields.length, place.position - 1)
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
