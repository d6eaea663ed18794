import type { Field, StoredValues } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'

/**
 * Returns the requested values that differ from the values before (docs/api/archive-format.md §3.4 rule 6). If there
 * are none, no changeset is written unless there is a comment.
 */
export function collectChangedValues(
  before: StoredValues,
  requested: StoredValues,
  fields: readonly Field[],
): StoredValues {
  const changed: Record<string, unknown> = {}
  for (const field of fields) {
    const value = requested[field.id]
    const storage = getFieldType(field.type).storage
    if (value === undefined || storage === undefined) continue
    if (field.id in before && storage.isSameValue(before[field.id], value)) continue
    changed[field.id] = value
  }
  return changed
}
