import type { BindDefinition, UserSourceDefinition, ValueDefinition } from '../../fields/model/definition.ts'
import { message } from '../../kit/messages/message.ts'
import { isValueColor } from '../model/palette.ts'
import { checkLabel } from './check-texts.ts'
import type { BindingsInput, ElementInput, ListValueInput } from './input-schemas.ts'
import { type ProjectContext, parseDefaultIds } from './project-context.ts'

/**
 * Parses the source of the values of a list (docs/api/trackers.md §3.5); `valueKey` returns the key of its nth value,
 * with or without an id.
 */
export function parseBind(
  input: ElementInput,
  valueKey: (id: ListValueInput['id'], index: number) => string,
  context: ProjectContext,
): BindDefinition {
  const { type, list = [], is_alphabetical: isAlphabetical = false } = input.bindings ?? {}
  const defaults = new Set(parseDefaultIds(input.default_value))
  const values = Array.isArray(input.values) ? input.values : []
  switch (type) {
    case 'users':
      return {
        kind: 'users',
        sources: parseSources(list, context),
        defaultUsers: parseDefaultUsers(input.default_value, context),
      }
    case 'ugroups':
      return { kind: 'ugroups', values: parseGroupValues(input, values, valueKey, context) }
    case 'static':
    case null:
    case undefined: {
      // New values of an open list belong to its artifacts.
      const boundValues = values.filter(({ id }) => typeof id !== 'string' || /^\d+$/.test(id))
      return {
        kind: 'static',
        isAlphabetical,
        values: boundValues.map((value, index): ValueDefinition => {
          const isDefault = value.is_default ?? defaults.has(Number(value.id))
          return { key: valueKey(value.id, index), ...parseListValue(value, context), isDefault }
        }),
      }
    }
    default:
      return type satisfies never
  }
}

/** A value of the tracker's own. */
export function parseListValue(
  { label = '', description = '', is_hidden: isHidden = false, value_color, work_limit: workLimit }: ListValueInput,
  { problems }: Pick<ProjectContext, 'problems'>,
): Omit<ValueDefinition, 'key' | 'isDefault'> {
  // Same form as in archives, so that equal colors are equal texts.
  const color = (value_color ?? '').replace(/^#.*/, (hexadecimal) => hexadecimal.toUpperCase())
  if (label === '') problems.add(message`A list value requires a label.`)
  checkLabel(label, problems)
  if (!isValueColor(color)) problems.add(message`Invalid color "${color}".`)
  return { label, description, isHidden, color, ...(workLimit != null && { workLimit }) }
}

type Sources = NonNullable<BindingsInput['list']>

/** docs/api/trackers.md §3.5, table of sources; modifiers have no id there and are recognized by their label. */
export function parseSources(list: Sources, { groupOf, problems }: ProjectContext): UserSourceDefinition[] {
  return list.flatMap(({ id, label }): UserSourceDefinition[] => {
    if (label === 'artifact_modifiers') return [{ kind: 'modifiers' }]
    // The id of a group is a text: "3" and 3 are not the same source, though the same users.
    if (id === 0) return [{ kind: 'submitters' }]
    if (id === 3) return [{ kind: 'members' }]
    if (id === 4) return [{ kind: 'administrators' }]
    const group = groupOf({ id, ...(label === undefined ? {} : { short_name: label }) })
    if (group !== undefined) return [{ kind: 'group', group }]
    problems.add(message`The project has no user group "${label ?? id}".`)
    return []
  })
}

export function parseDefaultUsers(input: unknown, { isUser, problems }: ProjectContext): number[] {
  const ids = [...new Set(parseDefaultIds(input))]
  for (const id of ids) if (!isUser(id)) problems.add(message`User ${id} not found.`)
  return ids
}

/**
 * Groups come from the references in values of most lists, from the values of open lists, or from the list of the bind.
 */
function parseGroupValues(
  input: ElementInput,
  values: readonly ListValueInput[],
  valueKey: (id: ListValueInput['id'], index: number) => string,
  { groupOf, problems }: ProjectContext,
) {
  const entries = [
    ...values.map((value) => ({ value, reference: value.ugroup_reference ?? parseGroupReference(value) })),
    ...(input.bindings?.list ?? []).map(({ id, label, is_hidden, is_default }) => ({
      value: { id: undefined, is_hidden, is_default },
      reference: { id, ...(label === undefined ? {} : { short_name: label }) },
    })),
  ]
  const defaults = new Set(
    (Array.isArray(input.default_value) ? input.default_value : []).flatMap(
      (each) => groupOf(parseGroupReference(each)) ?? [],
    ),
  )
  return entries.flatMap(({ value, reference }, index) => {
    const group = groupOf(reference)
    if (group === undefined) {
      const name = typeof reference === 'object' ? (reference.short_name ?? reference.id) : reference
      problems.add(message`The project has no user group "${name}".`)
      return []
    }
    const isDefault = value.is_default ?? defaults.has(group)
    return [{ key: valueKey(value.id, index), group, isHidden: value.is_hidden ?? false, isDefault }]
  })
}

/** A group out of something that may be a reference to one. */
function parseGroupReference(input: unknown): { id: string; short_name?: string } {
  if (typeof input !== 'object' || input === null) return { id: String(input) }
  const id = 'id' in input ? String(input.id) : ''
  return 'short_name' in input ? { id, short_name: String(input.short_name) } : { id }
}
