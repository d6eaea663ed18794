import type { FieldTypeName } from '../../fields/field.ts'
import type { SemanticsBy } from '../model/definition.ts'
import { findElement, type Named } from './named.ts'
import type { Problems } from './problems.ts'
import type { SentSemantics } from './sent.ts'

const choices: readonly FieldTypeName[] = ['sb', 'rb', 'msb', 'cb']
const numbers: readonly FieldTypeName[] = ['int', 'float', 'computed']

export interface SemanticSources<F, V, T> {
  readonly element: Named<F, V>
  readonly tracker: (id: number) => T | undefined
  readonly isLinkType: (name: string) => boolean
  readonly problems: Problems
}

/** The semantics that the wire tells (docs/api/trackers.md §3.7), each on a field that can carry it. */
export function readSemantics<F, V, T>(
  sent: SentSemantics,
  sources: SemanticSources<F, V, T>,
): Pick<
  SemanticsBy<F, V, T>,
  'title' | 'description' | 'contributor' | 'initial_effort' | 'status' | 'timeframe' | 'progress'
> {
  const { element, problems } = sources
  const on = (
    said: { readonly field_id: number } | null | undefined,
    part: string,
    types: readonly FieldTypeName[],
  ) => {
    if (said === null || said === undefined) return undefined
    const found = findElement(element, said.field_id, { part, types }, problems)
    return found && { field: found.ref }
  }
  const { contributor } = sent
  const assignee =
    contributor &&
    findElement(element, contributor.field_id, { part: 'contributor', types: people, bind: 'users' }, problems)
  return {
    title: on(sent.title, 'title', ['string', 'text']),
    description: on(sent.description, 'description', ['text']),
    contributor: assignee ? { field: assignee.ref } : undefined,
    initial_effort: on(sent.initial_effort, 'initial_effort', [...numbers, 'sb', 'rb']),
    status: readStatus(sent, sources),
    timeframe: readTimeframe(sent, sources),
    progress: readProgress(sent, sources),
  }
}

const people: readonly FieldTypeName[] = [...choices, 'tbl']

function readStatus<F, V, T>(
  { status }: SentSemantics,
  { element, problems }: SemanticSources<F, V, T>,
): SemanticsBy<F, V, T>['status'] {
  if (status === null || status === undefined) return undefined
  const found = findElement(element, status.field_id, { part: 'status', types: choices, bind: 'static' }, problems)
  if (found === undefined) return undefined
  const openValues = [...new Set(status.value_ids ?? [])].flatMap((id) => {
    const value = found.value(id)
    if (value === undefined) problems.add(`status: ${id} is no value of the list ${found.name}.`)
    return value === undefined ? [] : [value]
  })
  return { field: found.ref, openValues }
}

function readTimeframe<F, V, T>(
  { timeframe }: SentSemantics,
  { element, tracker, problems }: SemanticSources<F, V, T>,
): SemanticsBy<F, V, T>['timeframe'] {
  if (timeframe === null || timeframe === undefined) return undefined
  const { implied_from_tracker: implied, start_date_field_id, end_date_field_id, duration_field_id } = timeframe
  if (implied !== undefined) {
    const impliedFrom = tracker(implied.id)
    if (impliedFrom === undefined) problems.add(`timeframe: ${implied.id} is no other tracker of the project.`)
    return impliedFrom === undefined ? undefined : { impliedFrom }
  }
  const part = 'timeframe'
  const start = findElement(element, start_date_field_id, { part, types: ['date'] }, problems)
  if (typeof end_date_field_id === 'number') {
    const end = findElement(element, end_date_field_id, { part, types: ['date'] }, problems)
    if (start !== undefined && start.ref === end?.ref)
      problems.add('timeframe: it starts and ends with the same field.')
    return start && end && { start: start.ref, end: end.ref }
  }
  const duration = findElement(element, duration_field_id, { part, types: numbers }, problems)
  return start && duration && { start: start.ref, duration: duration.ref }
}

function readProgress<F, V, T>(
  { progress }: SentSemantics,
  { element, isLinkType, problems }: SemanticSources<F, V, T>,
): SemanticsBy<F, V, T>['progress'] {
  if (progress === null || progress === undefined) return undefined
  const { artifact_link_type: linkType, total_effort_field_id, remaining_effort_field_id } = progress
  if (linkType !== undefined) {
    if (!isLinkType(linkType)) problems.add(`progress: "${linkType}" is no type of link.`)
    return { linkType }
  }
  const part = 'progress'
  const total = findElement(element, total_effort_field_id, { part, types: numbers }, problems)
  const remaining = findElement(element, remaining_effort_field_id, { part, types: numbers }, problems)
  if (total !== undefined && total.ref === remaining?.ref) problems.add('progress: both efforts are the same field.')
  return total && remaining && { totalEffort: total.ref, remainingEffort: remaining.ref }
}
