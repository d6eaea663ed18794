import type { Field, StoredValues } from '../../fields/field.ts'
import { fieldType } from '../../fields/registry.ts'
import type { FieldValueInput } from '../../fields/write-context.ts'
import type { WritingContext } from '../reads/writing-context.ts'
import type { FieldEntries } from './entries-by-field.ts'

export interface AcceptedValues {
  readonly values: StoredValues
  /** Fields about which a problem was told: nothing more is asked of them. */
  readonly refused: ReadonlySet<Field>
}

interface AcceptInput {
  readonly entries: FieldEntries
  readonly context: WritingContext
  /** Whether the caller may set the field. */
  maySet(field: Field): boolean
  /** Whether an entry for a field that the caller may not set is passed over. */
  isHarmless?(field: Field, entry: FieldValueInput): boolean
}

/** The values that are meant; what is wrong with them becomes problems, a wrong form is refused at once. */
export function acceptValues({ entries, context, maySet, isHarmless }: AcceptInput): AcceptedValues {
  const values: Record<string, unknown> = {}
  const refused = new Set<Field>()
  for (const [field, entry] of entries) {
    const problemsBefore = context.problems.length
    if (maySet(field)) {
      const value = fieldType(field.type).input?.parse(entry, field, context.accepting(field))
      if (value !== undefined) values[field.id] = value
      // docs/api/field-values.md §12: a sum that one may not set is passed over in silence.
    } else if (field.type !== 'computed' && isHarmless?.(field, entry) !== true) {
      context.problems.push(`You are not allowed to update the field ${field.label}.`)
    }
    if (context.problems.length > problemsBefore) refused.add(field)
  }
  return { values, refused }
}

/** docs/api/field-values.md §1. */
export const missingFieldProblem = ({ label, name }: Field): string => `The field ${label} (${name}) is required.`

/** A value that was never set is empty; so is that of a field nobody writes. */
export const isEmpty = (field: Field, value: unknown): boolean => fieldType(field.type).input?.isEmpty(value) ?? true
