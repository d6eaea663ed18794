import type { Field, StoredValues } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { WritingContext } from '../reads/load-write-context.ts'
import { type AcceptedValues, formatMissingField, isEmpty } from './accept-values.ts'

/**
 * Returns all values of a new artifact (docs/api/field-values.md §16): the input, and defaults for all other fields,
 * also for fields that the caller may not set. Reports required fields that the caller may set and that are empty.
 */
export function completeValues(
  tracker: Pick<Tracker, 'fields'>,
  { values, refused }: AcceptedValues,
  context: WritingContext,
  maySet: (field: Field) => boolean,
): StoredValues {
  const complete: Record<string, unknown> = {}
  for (const field of tracker.fields) {
    const { input: writing } = getFieldType(field.type)
    if (!field.isUsed || writing === undefined || refused.has(field)) continue
    // The input may be null, which is a value as well.
    const value = field.id in values ? values[field.id] : writing.initialValue?.(field, context.accepting(field))
    if (value !== undefined) complete[field.id] = value
    if (field.isRequired && maySet(field) && isEmpty(field, complete[field.id]))
      context.problems.push(formatMissingField(context.named(field)))
  }
  return complete
}
