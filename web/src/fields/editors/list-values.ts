import type { ValueEntry } from '../../data/trackers.ts'
import type { Field } from '../field-context.tsx'
import type { FieldType } from '../field-type.ts'
import { headOf, isObject } from './head-of.ts'
import {
  createItem,
  createItemOption,
  createUserOption,
  isSearchedByName,
  listItems,
  listOptions,
} from './list-options.ts'
import type { PickerOption } from './picker.tsx'

type Choice = NonNullable<FieldType['choice']>

/** The default of a list; docs/api/trackers.md §3.5 lists its forms. */
export const listFromDefault = (value: unknown, field: Field, choice: Choice): ValueEntry | null =>
  createEntry(field, choice, Array.isArray(value) ? value.flatMap((each) => optionOfDefault(field, each)) : [])

/** Values by labels, names or ids; several in one text are separated by commas. */
export function listFromTexts(texts: readonly string[], field: Field, choice: Choice): ValueEntry | null {
  const isMultiple = choice !== 'one'
  const findOption = (text: string): PickerOption | undefined => {
    const name = text.trim().toLowerCase()
    const options = listOptions(field)
    return (
      options.find(({ label, detail }) => [label, detail].some((each) => each?.toLowerCase() === name)) ??
      options.find(({ id }) => id === name)
    )
  }
  const whole = texts.flatMap((text) => findOption(text) ?? (isMultiple ? text.split(',').map(findOption) : []))
  const selection = whole.filter((option) => option !== undefined)
  return createEntry(field, choice, isMultiple ? selection : selection.slice(0, 1))
}

/** The values of another artifact, except those that the field does not offer any more or not to a new artifact. */
export function listForCopy(entry: ValueEntry, field: Field, choice: Choice): ValueEntry | null {
  const items = listItems(entry)
  if (items.length === 0 || isSearchedByName(field)) return entry
  const ids = new Set(items.map((item) => createItemOption(item).id))
  const selection = listOptions(field).filter(({ id }) => ids.has(id))
  return createEntry(field, choice, selection)
}

function createEntry(field: Field, choice: Choice, options: readonly PickerOption[]): ValueEntry | null {
  if (options.length === 0) return null
  const items = options.map(createItem)
  const members =
    choice === 'open' ? { bind_value_objects: items, bind_type: field.bindings.type ?? 'static' } : { values: items }
  // The members depend on the type in the same way as in the answers of the API.
  return { ...headOf(field, field.type), ...members } as ValueEntry
}

function optionOfDefault(field: Field, value: unknown): readonly PickerOption[] {
  if (!isObject(value)) return []
  const option = listOptions(field).find(({ id }) => id === String(value['id']))
  if (option !== undefined) return [option]
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
