import type { Field } from '../../fields/field-context.tsx'

/** A value of a static list while it is edited. */
export interface ListValue {
  /** Of this editor: new values have no id. */
  readonly key: string
  readonly id: number | null
  readonly label: string
  /** Empty: none. */
  readonly color: string
  readonly isHidden: boolean
  readonly isDefault: boolean
  /** How many artifacts should have the value at most; null: no limit. */
  readonly workLimit: number | null
}

let lastKey = 0

export function createListValue(label: string): ListValue {
  lastKey += 1
  return { key: `new-${lastKey}`, id: null, label, color: '', isHidden: false, isDefault: false, workLimit: null }
}

/** The values of a static list; values that users added to an open list belong to their artifacts. */
export function listStaticValues({ values, default_value }: Field): readonly ListValue[] {
  if (!Array.isArray(values)) return []
  const defaults = new Set(
    Array.isArray(default_value) ? default_value.map((each: { readonly id?: unknown }) => each.id) : [],
  )
  return values.flatMap((value) => {
    const { id } = value
    if (typeof id !== 'number' || !('value_color' in value)) return []
    const [isHidden, isDefault] = [value.is_hidden === true, defaults.has(id)]
    const { label, value_color: color = '', work_limit: workLimit = null } = value
    return [{ key: String(id), id, label, color, isHidden, isDefault, workLimit }]
  })
}

/** The values as the API takes them; new ones without a label are dropped. */
export const toValueInputs = (values: readonly ListValue[]): readonly object[] =>
  values
    .filter(({ id, label }) => id !== null || label.trim() !== '')
    .map(({ id, label, color, isHidden, isDefault, workLimit }) => ({
      ...(id === null ? {} : { id }),
      label: label.trim(),
      value_color: color,
      is_hidden: isHidden,
      is_default: isDefault,
      work_limit: workLimit,
    }))

/** One label per line; empty lines are dropped. */
export const splitLines = (text: string): readonly string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The item at `from` is at `to` afterwards; null: there is no such place. */
export function moveItem<T>(items: readonly T[], from: number, to: number): readonly T[] | null {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length || from === to) return null
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
