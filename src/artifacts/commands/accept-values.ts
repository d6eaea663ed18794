import type { FieldValueInput } from '../../fields/contexts/write-context.ts'
import type { Field, StoredValues } from '../../fields/model/field.ts'
import { holdsSum } from '../../fields/registry/capabilities.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import type { WritingContext } from '../reads/load-write-context.ts'
import type { FieldEntries } from './entries-by-field.ts'

export interface AcceptedValues {
  readonly values: StoredValues
  /** Fields with a reported problem; they are not validated further. */
  readonly refused: ReadonlySet<Field>
}

interface AcceptInput {
  readonly entries: FieldEntries
  readonly context: WritingContext
  /** Whether the caller may set the field. */
  maySet(field: Field): boolean
  /** Whether an entry for a field that the caller may not set is ignored. */
  isHarmless?(field: Field, entry: FieldValueInput): boolean
}

/** Converts entries to stored values. Invalid values become problems; an invalid form is refused immediately. */
export function acceptValues({ entries, context, maySet, isHarmless }: AcceptInput): AcceptedValues {
  const values: Record<string, unknown> = {}
  const refused = new Set<Field>()
  for (const [field, entry] of entries) {
    const problemsBefore = context.problems.length
    if (maySet(field)) {
      const value = getFieldType(field.type).input?.parse(entry, context.named(field), context.accepting(field))
      if (value !== undefined) values[field.id] = value
      // docs/api/field-values.md §12: a computed field without permission is ignored silently.
    } else if (!holdsSum(field) && isHarmless?.(field, entry) !== true) {
      context.problems.push(message`You are not allowed to update the field ${context.named(field).label}.`)
    }
    if (context.problems.length > problemsBefore) refused.add(field)
  }
  return { values, refused }
}

/** docs/api/field-values.md §1. */
export const formatMissingField = ({ label, name }: Field): Message =>
  message`The field ${label} (${name}) is required.`

/** Returns whether a value is empty; a missing value is, and so is any value of a field that cannot be written. */
export const isEmpty = (field: Field, value: unknown): boolean => getFieldType(field.type).input?.isEmpty(value) ?? true
