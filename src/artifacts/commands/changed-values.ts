import type { Field, StoredValues } from '../../fields/field.ts'
import { fieldType } from '../../fields/registry.ts'

/**
 * What a change really changes (docs/api/archive-format.md §3.4 rule 6): of the values sent, those that differ from the
 * values before. Empty: there is no changeset to write, unless it says something.
 */
export function changedValues(before: StoredValues, requested: StoredValues, fields: readonly Field[]): StoredValues {
  const changed: Record<string, unknown> = {}
  for (const field of fields) {
    const value = requested[field.id]
    const storage = fieldType(field.type).storage
    if (value === undefined || storage === undefined) continue
    if (field.id in before && storage.isSameValue(before[field.id], value)) continue
    changed[field.id] = value
  }
  return changed
}
