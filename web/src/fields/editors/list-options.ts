import type { ValueEntry } from '../../data/trackers.ts'
import { texts } from '../../texts/texts.ts'
import { getUserName, type UserNames } from '../../user-name.ts'
import type { Field, FieldContext } from '../field-context.tsx'
import type { PickerOption } from './picker.tsx'

type OpenListEntry = Extract<ValueEntry, { type: 'tbl' }>
export type ListItem = OpenListEntry['bind_value_objects'][number]
type FieldValue = Extract<Field['values'], readonly unknown[]>[number]

/** The id that stands for no value. */
export const noneId = '100'

const options = new WeakMap<readonly unknown[], readonly PickerOption[]>()

/** The values that a field offers; hidden ones are not offered. The same each time: there may be thousands. */
export function listOptions({ values }: Field): readonly PickerOption[] {
  if (!Array.isArray(values)) return []
  const cached = options.get(values)
  if (cached !== undefined) return cached
  const offered = values.filter((value) => !('is_hidden' in value && value.is_hidden)).map(createValueOption)
  options.set(values, offered)
  return offered
}

/** A value of a field by its id, also a hidden one. */
export function findOption({ values }: Field, id: string): PickerOption | undefined {
  return Array.isArray(values) ? values.map(createValueOption).find((option) => option.id === id) : undefined
}

function createValueOption(value: FieldValue): PickerOption {
  if ('user_reference' in value) {
    const { id, real_name, username } = value.user_reference
    return createUserOption({ id, display_name: real_name, real_name: removeLogin(real_name, username), username })
  }
  if ('ugroup_reference' in value) return { id: value.ugroup_reference.id, label: value.ugroup_reference.label }
  if ('short_name' in value) return { id: value.id, label: value.label }
  return { id: String(value.id), label: value.label, color: value.value_color || null }
}

/** The field offers names in the form that the reader prefers, which may contain the login. */
const removeLogin = (name: string, login: string): string => name.replace(` (${login})`, '').trim()

interface UserWithNames extends UserNames {
  readonly id: number | null
}

export const createUserOption = ({ id, display_name, real_name, username }: UserWithNames): PickerOption => ({
  id: String(id ?? display_name),
  label: getUserName({ display_name, real_name, username }),
  ...(username === null ? {} : { detail: username }),
  user: { display_name, real_name, username },
})

/** The option for one of the values of an artifact. */
export function createItemOption(item: ListItem): PickerOption {
  if ('username' in item) return createUserOption(item)
  return {
    id: String(item.id),
    label: item.label,
    ...('tlp_color' in item ? { color: item.tlp_color } : {}),
  }
}

/** What a value of a list is called. */
export const getItemLabel = (item: ListItem): string => createItemOption(item).label

/** The values of a list; the user that stands for none is no value. */
export const listItems = (entry: ValueEntry | null): readonly ListItem[] =>
  entry === null
    ? []
    : 'bind_value_objects' in entry
      ? entry.bind_value_objects
      : 'values' in entry
        ? entry.values.filter((item) => !('username' in item && item.id === null))
        : []

/** A value of an artifact for an option, as far as the page knows it. */
export function createItem({ id, label, color, user }: PickerOption): ListItem {
  if (user)
    return {
      id: Number(id) || null,
      uri: null,
      user_url: null,
      ...user,
      ldap_id: null,
      avatar_url: '',
      is_anonymous: false,
      has_avatar: false,
      email: null,
      status: null,
    }
  if (color === undefined && !/^\d+$/.test(id)) return { id: `o${id}`, label }
  return { id: Number(id), label, color: null, tlp_color: color ?? null, is_hidden: false }
}

/** Choosing no value. */
export const createNoneOption = ({ bindings }: Field): PickerOption =>
  bindings.type === 'users'
    ? { id: noneId, label: texts.editing.noOne, user: null }
    : { id: noneId, label: texts.editing.none }

/** Only users of named groups are listed; the users of the whole site are found by typing. */
export const isSearchedByName = ({ bindings, values }: Field): boolean =>
  bindings.type === 'users' && (!Array.isArray(values) || values.length === 0)

/** The values that the dependencies between lists allow with the present values. */
export function listAllowedOptions(field: Field, { tracker, values }: FieldContext): readonly PickerOption[] {
  const options = listOptions(field)
  const rules = tracker.workflow.rules.lists.filter(({ target_field_id }) => target_field_id === field.field_id)
  const sources = new Set(rules.map(({ source_field_id }) => source_field_id))
  return [...sources].reduce((left, source) => {
    const sourceIds = new Set(listItems(values.get(source) ?? null).map(({ id }) => Number(id)))
    if (sourceIds.size === 0) sourceIds.add(Number(noneId))
    const allowed = new Set(
      rules
        .filter(({ source_field_id, source_value_id }) => source_field_id === source && sourceIds.has(source_value_id))
        .map(({ target_value_id }) => String(target_value_id)),
    )
    return left.filter(({ id }) => allowed.has(id))
  }, options)
}

/** Whether two lists hold the same values in whatever order. */
export function hasSameItems(a: ValueEntry | null, b: ValueEntry | null): boolean {
  const listKeys = (entry: ValueEntry | null): string[] => listItems(entry).map(buildItemKey).sort()
  return JSON.stringify(listKeys(a)) === JSON.stringify(listKeys(b))
}

/** A typed value gets its number only when it is saved. */
const buildItemKey = (item: ListItem): string =>
  'username' in item
    ? `user ${item.username ?? item.display_name}`
    : typeof item.id === 'string' && item.id.startsWith('o')
      ? `label ${item.label}`
      : String(item.id)
