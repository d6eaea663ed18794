import type { UserSourceDefinition } from '../../fields/model/definition.ts'
import type { Bind, Field, GroupValue, StaticValue, UserSource } from '../../fields/model/field.ts'
import { holdsChoice } from '../../fields/registry/capabilities.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { BindValueId, UserId } from '../../kit/values/ids.ts'
import { parseDefaultUsers, parseListValue, parseSources } from './bind.ts'
import { checkLabel } from './check-texts.ts'
import type { FieldChangeInput, ListValueInput } from './input-schemas.ts'
import type { Problems } from './problems.ts'
import type { ProjectContext } from './project-context.ts'

/** Placeholder for an id that is assigned when the list is saved. */
export const pendingId = 0 as BindValueId

/** docs/api/trackers.md §4.7: a line for each value. */
export function addValues(field: Field, labels: readonly string[], problems: Problems): Field {
  if (!holdsChoice(field)) throw new Refusal('invalid', 'Field is not a simple list.')
  if (field.bind?.kind !== 'static') throw new Refusal('invalid', 'Field values can be only add with static values.')
  const { values } = field.bind
  const lines = labels.flatMap((label) => label.split(/\r\n|\r|\n/)).map((line) => line.trim())
  for (const line of lines) checkLabel(line, problems)
  const added = lines
    .filter((line) => line !== '')
    .map((label, index): StaticValue => {
      const rank = values.length + index
      return { id: pendingId, label, description: '', rank, isHidden: false, isDefault: false, color: '' }
    })
  return { ...field, bind: { ...field.bind, values: [...values, ...added] } }
}

/** Keys `values`, `bindings` and `default_value` of the Tulipwood extension: the new content of the list. */
export function changeBind(
  field: Field,
  input: FieldChangeInput,
  isNeeded: (id: BindValueId) => boolean,
  context: ProjectContext,
): Field {
  const { bind } = field
  const { values, bindings, default_value: defaults } = input
  if (values === undefined && bindings === undefined && defaults === undefined) return field
  if (bind === null) {
    context.problems.add(message`Only lists have values.`)
    return field
  }
  const type = bindings?.type ?? bind.kind
  if (type !== bind.kind) context.problems.add(message`The bind type ${bind.kind} of the list cannot be changed.`)
  return { ...field, bind: applyBindChange(bind, input, isNeeded, context) }
}

function applyBindChange(
  bind: Bind,
  { values, bindings, default_value: defaults }: FieldChangeInput,
  isNeeded: (id: BindValueId) => boolean,
  context: ProjectContext,
): Bind {
  switch (bind.kind) {
    case 'static':
      return {
        ...bind,
        isAlphabetical: bindings?.is_alphabetical ?? bind.isAlphabetical,
        values: values === undefined ? bind.values : staticValues(bind.values, values, isNeeded, context),
      }
    case 'users':
      return {
        ...bind,
        sources: bindings?.list === undefined ? bind.sources : parseSources(bindings.list, context).map(toSource),
        // Only ids of existing users remain.
        defaults: defaults === undefined ? bind.defaults : (parseDefaultUsers(defaults, context) as UserId[]),
      }
    case 'ugroups':
      return bindings?.list === undefined
        ? bind
        : { ...bind, values: groupValues(bind.values, bindings.list, isNeeded, context) }
    default:
      return bind satisfies never
  }
}

const toSource = (source: UserSourceDefinition): UserSource =>
  source.kind === 'group' ? { kind: 'group', groupId: source.group } : source

/** Returns the new values, in their order; missing values are removed, or hidden when something refers to them. */
function staticValues(
  before: readonly StaticValue[],
  input: readonly ListValueInput[],
  isNeeded: (id: BindValueId) => boolean,
  { problems }: ProjectContext,
): StaticValue[] {
  const valueById = new Map<number, StaticValue>(before.map((value) => [value.id, value]))
  const keptIds = new Set<number>()
  const values = input.flatMap((each, rank): StaticValue[] => {
    const id = each.id === undefined || each.id === null ? undefined : Number(each.id)
    const existing = id === undefined ? undefined : valueById.get(id)
    if (id !== undefined && (existing === undefined || keptIds.has(id))) {
      problems.add(
        existing === undefined
          ? message`${String(each.id)} is not a value of the list.`
          : message`The value ${id} is listed more than once.`,
      )
      return []
    }
    if (existing !== undefined) keptIds.add(existing.id)
    const parsed = parseListValue({ ...toValueInput(existing), ...withoutUndefined(each) }, { problems })
    return [
      { ...parsed, id: existing?.id ?? pendingId, rank, isDefault: each.is_default ?? existing?.isDefault ?? false },
    ]
  })
  const leftOut = before.filter(({ id }) => !keptIds.has(id) && isNeeded(id))
  return [...values, ...leftOut.map((value) => ({ ...value, isHidden: true, isDefault: false }))]
}

const toValueInput = (value: StaticValue | undefined): ListValueInput =>
  value === undefined
    ? {}
    : {
        label: value.label,
        description: value.description,
        is_hidden: value.isHidden,
        value_color: value.color,
        work_limit: value.workLimit ?? null,
      }

const withoutUndefined = (input: ListValueInput): ListValueInput =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

function groupValues(
  before: readonly GroupValue[],
  input: NonNullable<NonNullable<FieldChangeInput['bindings']>['list']>,
  isNeeded: (id: BindValueId) => boolean,
  { groupOf, problems }: ProjectContext,
): GroupValue[] {
  const values = new Map<number, GroupValue>()
  for (const { id, label, is_hidden, is_default } of input) {
    const group = groupOf({ id, ...(label === undefined ? {} : { short_name: label }) })
    if (group === undefined) {
      problems.add(message`The project has no user group "${label ?? id}".`)
      continue
    }
    const existing = before.find(({ groupId }) => groupId === group)
    const [isHidden, isDefault] = [is_hidden ?? existing?.isHidden ?? false, is_default ?? existing?.isDefault ?? false]
    values.set(group, { id: existing?.id ?? pendingId, groupId: group, isHidden, isDefault })
  }
  const leftOut = before.filter(({ id, groupId }) => !values.has(groupId) && isNeeded(id))
  return [...values.values(), ...leftOut.map((value) => ({ ...value, isHidden: true, isDefault: false }))]
}
