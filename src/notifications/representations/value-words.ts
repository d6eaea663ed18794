import type { Field } from '../../fields/field.ts'
import type { FlatValue, ValueEntry } from '../../fields/field-type.ts'

const longest = 1000

/** A value in words, for people: from its entry in `values`, or its flat form where that says it all. */
export function valueWords({ type }: Field, entry: ValueEntry | undefined, flat: FlatValue | undefined): string {
  const words = entry === undefined ? '' : (wordsOfEntry(type, entry) ?? wordsOfFlat(flat))
  return words.length > longest ? `${words.slice(0, longest)}…` : words
}

/** undefined: the flat form says it. What an entry holds is the matter of its type (docs/api/field-values.md). */
function wordsOfEntry(type: Field['type'], entry: ValueEntry): string | undefined {
  switch (type) {
    case 'date':
      return dateWords(entry['value'] as string | null, entry['is_time_displayed'] === true)
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

function dateWords(iso: string | null, withTime: boolean): string {
  if (iso === null) return ''
  return withTime ? iso.slice(0, 16).replace('T', ' ') : iso.slice(0, 10)
}

function wordsOfFlat(flat: FlatValue | undefined): string {
  if (flat === undefined || flat === null) return ''
  // The name of a user without a real name begins with a blank (docs/api/users.md §1).
  return typeof flat === 'object' ? flat.map((each) => each.trim()).join(', ') : String(flat)
}
