import type { FlatValue, ValueEntry } from '../../fields/field-type/field-type.ts'
import type { Field } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'

const maxLength = 1000

/** Formats a value as text, from its entry in `values` or from its flat form where that is complete. */
export function formatValue({ type }: Field, entry: ValueEntry | undefined, flat: FlatValue | undefined): string {
  const text = entry === undefined ? '' : (getFieldType(type).describe?.(entry) ?? formatFlatValue(flat))
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

function formatFlatValue(flat: FlatValue | undefined): string {
  if (flat === undefined || flat === null) return ''
  // The name of a user without a real name begins with a blank (docs/api/users.md §1).
  return typeof flat === 'object' ? flat.map((each) => each.trim()).join(', ') : String(flat)
}
