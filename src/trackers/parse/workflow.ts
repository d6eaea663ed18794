import { listTypesHolding } from '../../fields/registry/capabilities.ts'
import { message } from '../../kit/messages/message.ts'
import { postActionTypes } from '../actions/registry.ts'
import { buildConditions } from '../conditions/registry.ts'
import type {
  ConditionsBy,
  PostActionDefinition,
  TransitionDefinition,
  WorkflowDefinition,
} from '../model/definition.ts'
import type { GroupInput } from './group-input.ts'
import { parseGroups } from './groups.ts'
import type { ActionInput, TransitionInput, WorkflowInput } from './input-schemas.ts'
import type { ProjectContext } from './project-context.ts'
import { findElement, type ResolvedElement, type ResolveElement } from './resolve-element.ts'

type Elements = ResolveElement<string, string | null>
type ListElement = ResolvedElement<string, string | null>

/** Parses the transitions of a list, with optional conditions and actions (docs/api/trackers.md §3.8, §4.10, §4.11). */
export function parseWorkflow(
  input: WorkflowInput,
  element: Elements,
  context: ProjectContext,
): WorkflowDefinition | null {
  // 0: there is none.
  if (typeof input.field_id !== 'number' || input.field_id === 0) return null
  const requirement = { part: 'workflow', types: listTypesHolding('choice'), bind: 'static' } as const
  const field = findElement(element, input.field_id, requirement, context.problems)
  if (field === undefined) return null
  const seenKeys = new Set<string>()
  return {
    field: field.ref,
    isUsed: input.is_used === true || input.is_used === '1',
    isAdvanced: input.is_advanced ?? true,
    isLegacy: input.is_legacy ?? false,
    transitions: (input.transitions ?? []).flatMap((each) => {
      const transition = parseTransition(each, field, element, context)
      const key = transition && `${transition.from} ${transition.to}`
      if (key !== undefined && seenKeys.has(key))
        context.problems.add(message`workflow: a transition is listed more than once.`)
      if (key !== undefined) seenKeys.add(key)
      return transition ?? []
    }),
  }
}

function parseTransition(
  input: TransitionInput,
  field: ListElement,
  element: Elements,
  context: ProjectContext,
): TransitionDefinition | undefined {
  const { problems } = context
  const isNew = input.from_id === undefined || input.from_id === null || input.from_id === 0
  const from = isNew ? null : field.value(Number(input.from_id))
  const to = field.value(input.to_id)
  // "None" is no state.
  if (typeof to !== 'string' || (!isNew && typeof from !== 'string')) {
    problems.add(
      input.from_id === null || input.from_id === undefined
        ? message`workflow: a transition from nothing to ${input.to_id} refers to unknown values of the list.`
        : message`workflow: a transition from ${input.from_id} to ${input.to_id} refers to unknown values of the list.`,
    )
    return undefined
  }
  return {
    from: from ?? null,
    to,
    ...parseConditions(input, element, context),
    actions: (input.actions ?? []).flatMap((action) => parseAction(action, element, context) ?? []),
  }
}

function parseConditions(
  input: TransitionInput,
  element: Elements,
  { problems, groupOf }: ProjectContext,
): ConditionsBy<string> {
  const members: Readonly<Record<string, unknown>> = input
  const resolvers = {
    groups: (groups: readonly GroupInput[]) => parseGroups(groups, groupOf, problems),
    fields: (ids: readonly number[]) =>
      ids.flatMap((id) => findElement(element, id, { part: 'workflow' }, problems)?.ref ?? []),
  }
  return buildConditions(({ api, initial }) => {
    const member = members[api.name]
    return member === undefined ? initial : api.define(member as never, resolvers)
  })
}

function parseAction(
  input: ActionInput,
  element: Elements,
  { problems }: ProjectContext,
): PostActionDefinition | undefined {
  const part = 'workflow'
  const resolve = (fieldIds: readonly number[] | undefined) =>
    (fieldIds ?? []).flatMap((id) => findElement(element, id, { part }, problems)?.ref ?? [])
  const candidates = postActionTypes.filter(({ api }) => api.type === input.type)
  const [first] = candidates
  if (first?.api.define === undefined) {
    problems.add(message`workflow: unknown action "${input.type}".`)
    return undefined
  }
  const types = candidates.flatMap(({ api }) => api.fieldType ?? [])
  if (types.length === 0) return first.api.define(input as never, { field: undefined, resolve, problems })
  const field = findElement(element, input.field_id, { part, types }, problems)
  const chosen = candidates.find(({ api }) => api.fieldType === field?.type) ?? candidates.at(-1)
  return chosen?.api.define?.(input as never, { field, resolve, problems })
}
