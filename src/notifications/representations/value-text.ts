import type { Field } from '../../fields/field.ts'
import type { FlatValue, ValueEntry } from '../../fields/field-type.ts'

const maxLength = 1000

/** Formats a value as text, from its entry in `values` or from its flat form where that is complete. */
export function formatValue({ type }: Field, entry: ValueEntry | undefined, flat: FlatValue | undefined): string {
  const text = entry === undefined ? '' : (formatEntry(type, entry) ?? formatFlatValue(flat))
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

/** Returns undefined when the flat form is complete. The members of an entry depend on its type (docs/api/field-values.md). */
function formatEntry(type: Field['type'], entry: ValueEntry): string | undefined {
  switch (type) {
    case 'date':
      return formatDate(entry['value'] as string | null, entry['is_time_displayed'] === true)
    case 'art_link':
      return (entry['links'] as readonly { id: number; type: string | null }[])
        .map((link) => (link.type === null ? `#${link.id}` : `#${link.id} (${link.type})`))
        .join(', ')
    case 'file':
      return (entry['file_descriptions'] as readonly { name: string }[]).map(({ name }) => name).join(', ')
    case 'perm':
      return (entry['granted_groups'] as readonly string[]).join(', ')
    case 'ttmstepdef':
      return `${(entry['value'] as readonly unknown[]).length} steps`
    default:
      return undefined
  }
}

function formatDate(iso: string | null, withTime: boolean): string {
  if (iso === null) return ''
  return withTime ? iso.slice(0, 16).replace('T', ' ') : iso.slice(0, 10)
}

function formatFlatValue(flat: FlatValue | undefined): string {
  if (flat === undefined || flat === null) return ''
  // The name of a user without a real name begins with a blank (docs/api/users.md §1).
  return typeof flat === 'object' ? flat.map((each) => each.trim()).join(', ') : String(flat)
}
