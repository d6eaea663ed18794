import type { FieldTypeName } from '../../fields/field.ts'
import { message } from '../../kit/message.ts'
import type { SemanticsBy } from '../model/definition.ts'
import type { SemanticsInput } from './input-schemas.ts'
import type { Problems } from './problems.ts'
import { findElement, type ResolveElement } from './resolve-element.ts'

const listTypes: readonly FieldTypeName[] = ['sb', 'rb', 'msb', 'cb']
const numberTypes: readonly FieldTypeName[] = ['int', 'float', 'computed']

export interface SemanticResolvers<F, V, T> {
  readonly element: ResolveElement<F, V>
  readonly tracker: (id: number) => T | undefined
  readonly isLinkType: (name: string) => boolean
  readonly problems: Problems
}

/** Parses the semantics of the API (docs/api/trackers.md §3.7) and checks the type of their fields. */
export function parseSemantics<F, V, T>(
  input: SemanticsInput,
  resolvers: SemanticResolvers<F, V, T>,
): Pick<
  SemanticsBy<F, V, T>,
  'title' | 'description' | 'contributor' | 'initial_effort' | 'status' | 'timeframe' | 'progress'
> {
  const { element, problems } = resolvers
  const parseFieldSemantic = (
    semantic: { readonly field_id: number } | null | undefined,
    part: string,
    types: readonly FieldTypeName[],
  ) => {
    if (semantic === null || semantic === undefined) return undefined
    const field = findElement(element, semantic.field_id, { part, types }, problems)
    return field && { field: field.ref }
  }
  const { contributor } = input
  const assignee =
    contributor &&
    findElement(element, contributor.field_id, { part: 'contributor', types: userListTypes, bind: 'users' }, problems)
  return {
    title: parseFieldSemantic(input.title, 'title', ['string', 'text']),
    description: parseFieldSemantic(input.description, 'description', ['text']),
    contributor: assignee ? { field: assignee.ref } : undefined,
    initial_effort: parseFieldSemantic(input.initial_effort, 'initial_effort', [...numberTypes, 'sb', 'rb']),
    status: parseStatus(input, resolvers),
    timeframe: parseTimeframe(input, resolvers),
    progress: parseProgress(input, resolvers),
  }
}

const userListTypes: readonly FieldTypeName[] = [...listTypes, 'tbl']

function parseStatus<F, V, T>(
  { status }: SemanticsInput,
  { element, problems }: SemanticResolvers<F, V, T>,
): SemanticsBy<F, V, T>['status'] {
  if (status === null || status === undefined) return undefined
  const field = findElement(element, status.field_id, { part: 'status', types: listTypes, bind: 'static' }, problems)
  if (field === undefined) return undefined
  const openValues = [...new Set(status.value_ids ?? [])].flatMap((id) => {
    const value = field.value(id)
    if (value === undefined) problems.add(message`status: ${id} is not a value of the list ${field.name}.`)
    return value === undefined ? [] : [value]
  })
  return { field: field.ref, openValues }
}

function parseTimeframe<F, V, T>(
  { timeframe }: SemanticsInput,
  { element, tracker, problems }: SemanticResolvers<F, V, T>,
): SemanticsBy<F, V, T>['timeframe'] {
  if (timeframe === null || timeframe === undefined) return undefined
  const { implied_from_tracker: implied, start_date_field_id, end_date_field_id, duration_field_id } = timeframe
  if (implied !== undefined) {
    const impliedFrom = tracker(implied.id)
    if (impliedFrom === undefined)
      problems.add(message`timeframe: ${implied.id} is not another tracker of the project.`)
    return impliedFrom === undefined ? undefined : { impliedFrom }
  }
  const part = 'timeframe'
  const start = findElement(element, start_date_field_id, { part, types: ['date'] }, problems)
  if (typeof end_date_field_id === 'number') {
    const end = findElement(element, end_date_field_id, { part, types: ['date'] }, problems)
    if (start !== undefined && start.ref === end?.ref)
      problems.add(message`timeframe: start and end are the same field.`)
    return start && end && { start: start.ref, end: end.ref }
  }
  const duration = findElement(element, duration_field_id, { part, types: numberTypes }, problems)
  return start && duration && { start: start.ref, duration: duration.ref }
}

function parseProgress<F, V, T>(
  { progress }: SemanticsInput,
  { element, isLinkType, problems }: SemanticResolvers<F, V, T>,
): SemanticsBy<F, V, T>['progress'] {
  if (progress === null || progress === undefined) return undefined
  const { artifact_link_type: linkType, total_effort_field_id, remaining_effort_field_id } = progress
  if (linkType !== undefined) {
    if (!isLinkType(linkType)) problems.add(message`progress: unknown link type "${linkType}".`)
    return { linkType }
  }
  const part = 'progress'
  const total = findElement(element, total_effort_field_id, { part, types: numberTypes }, problems)
  const remaining = findElement(element, remaining_effort_field_id, { part, types: numberTypes }, problems)
  if (total !== undefined && total.ref === remaining?.ref)
    problems.add(message`progress: both efforts are the same field.`)
  return total && remaining && { totalEffort: total.ref, remainingEffort: remaining.ref }
}
