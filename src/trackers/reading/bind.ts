import type { BindDefinition, UserSourceDefinition, ValueDefinition } from '../../fields/definition.ts'
import { isValueColor } from '../model/palette.ts'
import { type Around, idsOf } from './around.ts'
import type { SentBindings, SentElement, SentValue } from './sent.ts'

/**
 * Where the values of a list come from (docs/api/trackers.md §3.5); `valueKey` names its nth value, sent with an id or
 * without.
 */
export function readBind(
  sent: SentElement,
  valueKey: (id: SentValue['id'], index: number) => string,
  around: Around,
): BindDefinition {
  const { type, list = [], is_alphabetical: isAlphabetical = false } = sent.bindings ?? {}
  const defaults = new Set(idsOf(sent.default_value))
  const values = Array.isArray(sent.values) ? sent.values : []
  switch (type) {
    case 'users':
      return {
        kind: 'users',
        sources: readSources(list, around),
        defaultUsers: readDefaultUsers(sent.default_value, around),
      }
    case 'ugroups':
      return { kind: 'ugroups', values: readGroupValues(sent, values, valueKey, around) }
    case 'static':
    case null:
    case undefined: {
      // What people typed into an open list belongs to their artifacts.
      const own = values.filter(({ id }) => typeof id !== 'string' || /^\d+$/.test(id))
      return {
        kind: 'static',
        isAlphabetical,
        values: own.map((value, index): ValueDefinition => {
          const isDefault = value.is_default ?? defaults.has(Number(value.id))
          return { key: valueKey(value.id, index), ...readValue(value, around), isDefault }
        }),
      }
    }
    default:
      return type satisfies never
  }
}

/** A value of the tracker's own. */
export function readValue(
  { label = '', description = '', is_hidden: isHidden = false, value_color }: SentValue,
  { problems }: Pick<Around, 'problems'>,
): Omit<ValueDefinition, 'key' | 'isDefault'> {
  // Written as archives write it, so that a colour is the same wherever it comes from.
  const color = (value_color ?? '').replace(/^#.*/, (hexadecimal) => hexadecimal.toUpperCase())
  if (label === '') problems.add('A value of a list needs a label.')
  if (!isValueColor(color)) problems.add(`"${color}" is not a colour.`)
  return { label, description, isHidden, color }
}

type Sources = NonNullable<SentBindings['list']>

/** docs/api/trackers.md §3.5, table of sources; the modifiers, which have no id there, are told by their label. */
export function readSources(list: Sources, { groupOf, problems }: Around): UserSourceDefinition[] {
  return list.flatMap(({ id, label }): UserSourceDefinition[] => {
    if (label === 'artifact_modifiers') return [{ kind: 'modifiers' }]
    // A group is told by a text: "3" and 3 are not the same source, though the same people.
    if (id === 0) return [{ kind: 'submitters' }]
    if (id === 3) return [{ kind: 'members' }]
    if (id === 4) return [{ kind: 'administrators' }]
    const group = groupOf({ id, ...(label === undefined ? {} : { short_name: label }) })
    if (group !== undefined) return [{ kind: 'group', group }]
    problems.add(`The project has no user group "${label ?? id}".`)
    return []
  })
}

export function readDefaultUsers(sent: unknown, { isUser, problems }: Around): number[] {
  const ids = [...new Set(idsOf(sent))]
  for (const id of ids) if (!isUser(id)) problems.add(`There is no user ${id}.`)
  return ids
}

/** Groups are told by the values of most lists, by the values themselves of open ones, or by the list of the bind. */
function readGroupValues(
  sent: SentElement,
  values: readonly SentValue[],
  valueKey: (id: SentValue['id'], index: number) => string,
  { groupOf, problems }: Around,
) {
  const told = [
    ...values.map((value) => ({ value, reference: value.ugroup_reference ?? referenceIn(value) })),
    ...(sent.bindings?.list ?? []).map(({ id, label, is_hidden, is_default }) => ({
      value: { id: undefined, is_hidden, is_default },
      reference: { id, ...(label === undefined ? {} : { short_name: label }) },
    })),
  ]
  const defaults = new Set(
    (Array.isArray(sent.default_value) ? sent.default_value : []).flatMap((each) => groupOf(referenceIn(each)) ?? []),
  )
  return told.flatMap(({ value, reference }, index) => {
    const group = groupOf(reference)
    if (group === undefined) {
      const name = typeof reference === 'object' ? (reference.short_name ?? reference.id) : reference
      problems.add(`The project has no user group "${name}".`)
      return []
    }
    const isDefault = value.is_default ?? defaults.has(group)
    return [{ key: valueKey(value.id, index), group, isHidden: value.is_hidden ?? false, isDefault }]
  })
}

/** A group out of something that may be a reference to one. */
function referenceIn(sent: unknown): { id: string; short_name?: string } {
  if (typeof sent !== 'object' || sent === null) return { id: String(sent) }
  const id = 'id' in sent ? String(sent.id) : ''
  return 'short_name' in sent ? { id, short_name: String(sent.short_name) } : { id }
}
