import type { ValueEntry } from '../../data/trackers.ts'
import { headOf } from '../../fields/editors/head-of.ts'
import { createItem, createUserOption, listOptions } from '../../fields/editors/list-options.ts'
import type { PickerOption } from '../../fields/editors/picker.tsx'
import type { Field } from '../../fields/field-context.tsx'

/** The default value of a field, as an artifact would have it; docs/api/trackers.md §3.5 lists its forms. */
export function defaultEntry(field: Field): ValueEntry | null {
  const { type, default_value: value } = field
  switch (type) {
    case 'string':
      return textEntry(field, typeof value === 'string' ? value : '')
    case 'int':
    case 'float':
    case 'date':
      return value === null || value === '' ? null : textEntry(field, String(value))
    case 'text':
      return isObject(value) && typeof value['content'] === 'string'
        ? sourceEntry(field, value['content'], String(value['format']))
        : null
    case 'computed': {
      const manual_value = isObject(value) ? Number(value['value']) : null
      return manual_value === null
        ? null
        : { ...headOf(field, 'computed'), is_autocomputed: false, value: null, manual_value }
    }
    case 'sb':
    case 'rb':
    case 'msb':
    case 'cb':
    case 'tbl':
      return listEntry(field, Array.isArray(value) ? value.flatMap((each) => optionOfDefault(field, each)) : [])
    default:
      return null
  }
}

/** The value of a field for texts of the URL: labels, names or ids of a list, or what one would type. */
export function entryOfTexts(field: Field, given: readonly string[]): ValueEntry | null {
  const [first = ''] = given
  if (['string', 'int', 'float', 'date'].includes(field.type)) return textEntry(field, first)
  if (field.type === 'text') return sourceEntry(field, first, 'commonmark')
  if (!['sb', 'rb', 'msb', 'cb', 'tbl'].includes(field.type)) return null
  const isMultiple = !['sb', 'rb'].includes(field.type)
  const named = (text: string): PickerOption | undefined => {
    const wanted = text.trim().toLowerCase()
    const options = listOptions(field)
    return (
      options.find(({ label, detail }) => [label, detail].some((each) => each?.toLowerCase() === wanted)) ??
      options.find(({ id }) => id === wanted)
    )
  }
  const whole = given.flatMap((text) => named(text) ?? (isMultiple ? text.split(',').map(named) : []))
  const chosen = whole.filter((option) => option !== undefined)
  if (chosen.length === 0) return null
  return listEntry(field, isMultiple ? chosen : chosen.slice(0, 1))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textEntry(field: Field, text: string): ValueEntry | null {
  switch (field.type) {
    case 'string':
      return { ...headOf(field, 'string'), value: text }
    case 'int':
    case 'float': {
      const value = Number(text.replace(',', '.'))
      return text.trim() === '' || Number.isNaN(value) ? null : { ...headOf(field, field.type), value }
    }
    case 'date': {
      const value = text.trim().replace(' ', 'T')
      if (Number.isNaN(new Date(value).getTime())) return null
      return { ...headOf(field, 'date'), value, is_time_displayed: field.is_time_displayed ?? false }
    }
    default:
      return null
  }
}

const sourceEntry = (field: Field, content: string, format: string): ValueEntry => ({
  ...headOf(field, 'text'),
  ...(format === 'commonmark' ? { commonmark: content } : {}),
  value: content,
  format: format === 'text' ? 'text' : 'html',
  post_processed_value: content,
})

const listEntry = (field: Field, options: readonly PickerOption[]): ValueEntry | null => {
  if (options.length === 0) return null
  const items = options.map(createItem)
  const entry =
    field.type === 'tbl' ? { bind_value_objects: items, bind_type: field.bindings.type ?? 'static' } : { values: items }
  // The members depend on the type in the same way as in the answers of the API.
  return { ...headOf(field, field.type as 'sb'), ...entry } as ValueEntry
}

function optionOfDefault(field: Field, value: unknown): readonly PickerOption[] {
  if (!isObject(value)) return []
  const known = listOptions(field).find(({ id }) => id === String(value['id']))
  if (known !== undefined) return [known]
  if (field.bindings.type === 'users' && typeof value['display_name'] === 'string')
    return [
      createUserOption({
        id: Number(value['id']),
        display_name: value['display_name'],
        real_name: String(value['real_name']),
        username: String(value['username']),
      }),
    ]
  return []
}
