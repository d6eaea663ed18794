import type { Bind, StaticValue } from '../model/field.ts'
import { parseId } from '../parse/parse-id.ts'
import type { BindKind } from './bind-kind.ts'

type StaticBind = Bind & { readonly kind: 'static' }

/** A tracker's own values (docs/api/trackers.md §3.5, docs/api/field-values.md §7). */
export const staticBind: BindKind<StaticBind> = {
  describeValues: (bind) => sortValues(bind).map(describeValue),
  describeOpenListValues: (bind, field, { openValues }) => [
    ...sortValues(bind).map(describeValue),
    ...(openValues.get(field.id) ?? []).map(({ id, label }) => ({
      id: `o${id}`,
      value_color: '',
      label,
      is_hidden: false,
    })),
  ],
  describeSources: () => [],
  describeDefaults: (bind) =>
    sortValues(bind)
      .filter((value) => value.isDefault)
      .map(({ id, label }) => ({ id, label })),
  present(chosen, bind) {
    const byId = valuesById(bind)
    return chosen.flatMap((id) => {
      const value = byId.get(id)
      return value === undefined ? [] : [{ value: presentValue(value), id: value.id, label: value.label }]
    })
  },
  presentNone: () => [],
  collectDependencies: () => {},
  read({ attributes, text }, bind, context) {
    if (text.trim() === '') return 'none'
    // docs/api/archive-format.md §3.4 rule 8: without `format="id"` it is a label, and an unknown label is "None".
    if (attributes['format'] !== 'id') return bind.values.find(({ label }) => label === text.trim())?.id ?? 'none'
    // Keys need not end in a number: those of open lists are also prefixed with a letter.
    const id = context.valueOf(normalizeValueKey(text)) ?? context.valueOf(text.trim().replace(/^b/, ''))
    return id !== undefined && valuesById(bind).has(id) ? id : undefined
  },
  write: (id, bind) => (valuesById(bind).has(id) ? { format: 'id', text: `${id}` } : undefined),
  archivedNone: [],
  // docs/api/field-values.md §7: hidden values may be chosen as well.
  choose: (input, bind) => valuesById(bind).get(parseId(input) ?? 0)?.id,
  initialValues: (bind) => bind.values.filter((value) => value.isDefault && !value.isHidden).map(({ id }) => id),
}

/** `13`, `b13` of open lists and `V13` are one value. */
export const normalizeValueKey = (text: string): string => text.trim().replace(/^[bV]?(?=\d)/, 'V')

const collator = new Intl.Collator('en', { sensitivity: 'base' })

/** Its values as the list shows them. */
export const sortValues = ({ values, isAlphabetical }: StaticBind): readonly StaticValue[] =>
  isAlphabetical ? values.toSorted((a, b) => collator.compare(a.label, b.label)) : values

const describeValue = ({ id, label, isHidden, color, workLimit }: StaticValue) => ({
  id,
  label,
  is_hidden: isHidden,
  value_color: color,
  ...(workLimit !== undefined && { work_limit: workLimit }),
})

/** `color` is only for the old palette, `tlp_color` for the named one (docs/api/field-values.md §7). */
const presentValue = ({ id, label, isHidden, color }: StaticValue) => ({
  id,
  label,
  color: redGreenBlue(color),
  tlp_color: color === '' || color.startsWith('#') ? null : color,
  is_hidden: isHidden,
})

function redGreenBlue(color: string): { readonly r: number; readonly g: number; readonly b: number } | null {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return null
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return { r: r ?? 0, g: g ?? 0, b: b ?? 0 }
}

const valuesByBind = new WeakMap<StaticBind, ReadonlyMap<number, StaticValue>>()

function valuesById(bind: StaticBind): ReadonlyMap<number, StaticValue> {
  let byId = valuesByBind.get(bind)
  if (byId === undefined) {
    byId = new Map(bind.values.map((value) => [value.id, value]))
    valuesByBind.set(bind, byId)
  }
  return byId
}
