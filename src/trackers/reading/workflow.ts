import { group } from '../../platform/model/groups.ts'
import {
  comparators,
  type ListRuleDefinition,
  type PostActionDefinition,
  type TrackerDefinition,
  type TransitionDefinition,
  type WorkflowDefinition,
} from '../model/definition.ts'
import type { Around } from './around.ts'
import { readGroups } from './groups.ts'
import { findElement, type Named, type NamedElement } from './named.ts'
import type { SentAction, SentTransition, SentWorkflow } from './sent.ts'

type Elements = Named<string, string | null>
type ListElement = NamedElement<string, string | null>

/**
 * Transitions of a list, with conditions and actions where they are given (docs/api/trackers.md §3.8, §4.10, §4.11).
 */
export function readWorkflow(sent: SentWorkflow, element: Elements, around: Around): WorkflowDefinition | null {
  // 0: there is none.
  if (typeof sent.field_id !== 'number' || sent.field_id === 0) return null
  const wanted = { part: 'workflow', types: ['sb', 'rb'], bind: 'static' } as const
  const field = findElement(element, sent.field_id, wanted, around.problems)
  if (field === undefined) return null
  const seen = new Set<string>()
  return {
    field: field.ref,
    isUsed: sent.is_used === true || sent.is_used === '1',
    isAdvanced: sent.is_advanced ?? true,
    isLegacy: sent.is_legacy ?? false,
    transitions: (sent.transitions ?? []).flatMap((each) => {
      const transition = readTransition(each, field, element, around)
      const way = transition && `${transition.from} ${transition.to}`
      if (way !== undefined && seen.has(way)) around.problems.add('workflow: a transition is given twice.')
      if (way !== undefined) seen.add(way)
      return transition ?? []
    }),
  }
}

function readTransition(
  sent: SentTransition,
  field: ListElement,
  element: Elements,
  around: Around,
): TransitionDefinition | undefined {
  const { problems, groupOf } = around
  const part = 'workflow'
  const isNew = sent.from_id === undefined || sent.from_id === null || sent.from_id === 0
  const from = isNew ? null : field.value(Number(sent.from_id))
  const to = field.value(sent.to_id)
  // "None" is no state.
  if (typeof to !== 'string' || (!isNew && typeof from !== 'string')) {
    problems.add(
      `${part}: a transition from ${sent.from_id ?? 'nothing'} to ${sent.to_id} names no values of the list.`,
    )
    return undefined
  }
  return {
    from: from ?? null,
    to,
    // docs/api/trackers.md §6.3.
    groups:
      sent.authorized_user_group_ids === undefined
        ? [group.members]
        : readGroups(sent.authorized_user_group_ids, groupOf, problems),
    notEmptyFields: (sent.not_empty_field_ids ?? []).flatMap(
      (id) => findElement(element, id, { part }, problems)?.ref ?? [],
    ),
    isCommentRequired: sent.is_comment_required ?? false,
    actions: (sent.actions ?? []).flatMap((action) => readAction(action, element, around) ?? []),
  }
}

function readAction(sent: SentAction, element: Elements, { problems }: Around): PostActionDefinition | undefined {
  const part = 'workflow'
  const refs = (sentIds: readonly number[] | undefined) =>
    (sentIds ?? []).flatMap((id) => findElement(element, id, { part }, problems)?.ref ?? [])
  switch (sent.type) {
    case 'run_job':
      return { kind: 'run_job', jobUrl: sent.job_url ?? '' }
    case 'frozen_fields':
      return { kind: 'frozen_fields', fields: refs(sent.field_ids) }
    case 'hidden_fieldsets':
      return { kind: 'hidden_fieldsets', fieldsets: refs(sent.fieldset_ids) }
    case 'set_field_value':
      return readSetting(sent, element, problems)
    default:
      problems.add(`workflow: there is no action "${sent.type}".`)
      return undefined
  }
}

function readSetting(
  { field_id, value }: SentAction,
  element: Elements,
  problems: Around['problems'],
): PostActionDefinition | undefined {
  const part = 'workflow'
  const field = findElement(element, field_id, { part, types: ['date', 'int', 'float'] }, problems)
  if (field === undefined) return undefined
  if (field.type === 'date') {
    const moment = value === '' ? 'clear' : value === 'current' ? 'current' : null
    if (moment === null && value !== null) problems.add(`${part}: a date is set to "current" or to "".`)
    return { kind: 'set_date', field: field.ref, value: moment }
  }
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  const isNumber = typeof number === 'number' && Number.isFinite(number)
  if (!isNumber || (field.type === 'int' && !Number.isInteger(number))) {
    problems.add(`${part}: the field ${field.name} is set to what is not a number of its kind.`)
    return undefined
  }
  return { kind: field.type === 'int' ? 'set_int' : 'set_float', field: field.ref, value: number }
}

/** docs/api/trackers.md §3.8: rules hold with and without a workflow. */
export function readRules(
  { rules = {} }: SentWorkflow,
  element: Elements,
  { problems }: Around,
): Pick<TrackerDefinition, 'dateRules' | 'listRules'> {
  const part = 'rules'
  return {
    dateRules: (rules.dates ?? []).flatMap(({ source_field_id, target_field_id, comparator: sign }) => {
      const types = ['date', 'lud', 'subon'] as const
      const source = findElement(element, source_field_id, { part, types }, problems)
      const target = findElement(element, target_field_id, { part, types }, problems)
      const comparator = comparators.find((each) => each === sign)
      if (comparator === undefined) problems.add(`${part}: "${sign}" does not compare dates.`)
      if (source === undefined || target === undefined || comparator === undefined) return []
      return [{ source: source.ref, comparator, target: target.ref }]
    }),
    listRules: (rules.lists ?? []).flatMap((rule): ListRuleDefinition[] => {
      const types = ['sb', 'rb', 'msb', 'cb'] as const
      const source = findElement(element, rule.source_field_id, { part, types }, problems)
      const target = findElement(element, rule.target_field_id, { part, types }, problems)
      if (source === undefined || target === undefined) return []
      const sourceValue = source.value(rule.source_value_id)
      const targetValue = target.value(rule.target_value_id)
      if (sourceValue === undefined || targetValue === undefined) {
        problems.add(`${part}: ${rule.source_value_id} or ${rule.target_value_id} is no value of its list.`)
        return []
      }
      return [{ source: source.ref, sourceValue, target: target.ref, targetValue }]
    }),
  }
}
