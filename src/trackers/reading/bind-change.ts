import type { UserSourceDefinition } from '../../fields/definition.ts'
import type { Bind, Field, GroupValue, StaticValue, UserSource } from '../../fields/field.ts'
import type { BindValueId, UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Around } from './around.ts'
import { readDefaultUsers, readSources, readValue } from './bind.ts'
import type { SentFieldChange, SentValue } from './sent.ts'

/** Stands for an id that is taken when the list is written. */
export const unnumbered = 0 as BindValueId

/** docs/api/trackers.md §4.7: a line for each value. */
export function withNewValues(field: Field, labels: readonly string[]): Field {
  if (field.type !== 'sb' && field.type !== 'rb') throw new Refusal('invalid', 'Field is not a simple list.')
  if (field.bind?.kind !== 'static') throw new Refusal('invalid', 'Field values can be only add with static values.')
  const { values } = field.bind
  const lines = labels.flatMap((label) => label.split(/\r\n|\r|\n/)).map((line) => line.trim())
  const added = lines
    .filter((line) => line !== '')
    .map((label, index): StaticValue => {
      const rank = values.length + index
      return { id: unnumbered, label, description: '', rank, isHidden: false, isDefault: false, color: '' }
    })
  return { ...field, bind: { ...field.bind, values: [...values, ...added] } }
}

/** Our keys `values`, `bindings` and `default_value`: the list as it is to be. */
export function withBind(
  field: Field,
  sent: SentFieldChange,
  isNeeded: (id: BindValueId) => boolean,
  around: Around,
): Field {
  const { bind } = field
  const { values, bindings, default_value: defaults } = sent
  if (values === undefined && bindings === undefined && defaults === undefined) return field
  if (bind === null) {
    around.problems.add('Only lists have values.')
    return field
  }
  const type = bindings?.type ?? bind.kind
  if (type !== bind.kind) around.problems.add(`The list is bound to ${bind.kind} for good.`)
  return { ...field, bind: changedBind(bind, sent, isNeeded, around) }
}

function changedBind(
  bind: Bind,
  { values, bindings, default_value: defaults }: SentFieldChange,
  isNeeded: (id: BindValueId) => boolean,
  around: Around,
): Bind {
  switch (bind.kind) {
    case 'static':
      return {
        ...bind,
        isAlphabetical: bindings?.is_alphabetical ?? bind.isAlphabetical,
        values: values === undefined ? bind.values : staticValues(bind.values, values, isNeeded, around),
      }
    case 'users':
      return {
        ...bind,
        sources: bindings?.list === undefined ? bind.sources : readSources(bindings.list, around).map(toSource),
        // Only ids of people who are there are left over.
        defaults: defaults === undefined ? bind.defaults : (readDefaultUsers(defaults, around) as UserId[]),
      }
    case 'ugroups':
      return bindings?.list === undefined
        ? bind
        : { ...bind, values: groupValues(bind.values, bindings.list, isNeeded, around) }
    default:
      return bind satisfies never
  }
}

const toSource = (source: UserSourceDefinition): UserSource =>
  source.kind === 'group' ? { kind: 'group', groupId: source.group } : source

/** The values sent, in their order; what is left out goes, or is hidden when something needs it. */
function staticValues(
  before: readonly StaticValue[],
  sent: readonly SentValue[],
  isNeeded: (id: BindValueId) => boolean,
  { problems }: Around,
): StaticValue[] {
  const known = new Map<number, StaticValue>(before.map((value) => [value.id, value]))
  const kept = new Set<number>()
  const values = sent.flatMap((each, rank): StaticValue[] => {
    const id = each.id === undefined || each.id === null ? undefined : Number(each.id)
    const old = id === undefined ? undefined : known.get(id)
    if (id !== undefined && (old === undefined || kept.has(id))) {
      problems.add(old === undefined ? `${each.id} is no value of the list.` : `The value ${id} is given twice.`)
      return []
    }
    if (old !== undefined) kept.add(old.id)
    const read = readValue({ ...asSent(old), ...withoutAbsent(each) }, { problems })
    return [{ ...read, id: old?.id ?? unnumbered, rank, isDefault: each.is_default ?? old?.isDefault ?? false }]
  })
  const left = before.filter(({ id }) => !kept.has(id) && isNeeded(id))
  return [...values, ...left.map((value) => ({ ...value, isHidden: true, isDefault: false }))]
}

const asSent = (value: StaticValue | undefined): SentValue =>
  value === undefined
    ? {}
    : { label: value.label, description: value.description, is_hidden: value.isHidden, value_color: value.color }

const withoutAbsent = (sent: SentValue): SentValue =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))

function groupValues(
  before: readonly GroupValue[],
  sent: NonNullable<NonNullable<SentFieldChange['bindings']>['list']>,
  isNeeded: (id: BindValueId) => boolean,
  { groupOf, problems }: Around,
): GroupValue[] {
  const values = new Map<number, GroupValue>()
  for (const { id, label, is_hidden, is_default } of sent) {
    const group = groupOf({ id, ...(label === undefined ? {} : { short_name: label }) })
    if (group === undefined) {
      problems.add(`The project has no user group "${label ?? id}".`)
      continue
    }
    const old = before.find(({ groupId }) => groupId === group)
    const [isHidden, isDefault] = [is_hidden ?? old?.isHidden ?? false, is_default ?? old?.isDefault ?? false]
    values.set(group, { id: old?.id ?? unnumbered, groupId: group, isHidden, isDefault })
  }
  const left = before.filter(({ id, groupId }) => !values.has(groupId) && isNeeded(id))
  return [...values.values(), ...left.map((value) => ({ ...value, isHidden: true, isDefault: false }))]
}
