import type { UserGroupId } from '../../kit/ids.ts'
import { group } from '../../site/model/groups.ts'
import {
  defaultOptions,
  type SemanticDefinitions,
  type TrackerDefinition,
  type TransitionDefinition,
} from '../model/definition.ts'
import { buildFieldKey, buildValueKey, type Element } from './elements.ts'
import { createReportDefinition, type ReportPlan } from './report.ts'

/** A tracker of a template, with fields, values and other trackers by name. */
export interface TrackerPlan {
  readonly itemName: string
  readonly name: string
  readonly description: string
  readonly color: string
  /** Group that may create artifacts; all registered users by default. */
  readonly submitters?: UserGroupId
  /** Item name of the tracker whose artifacts are parents of these. */
  readonly parent?: string
  readonly elements: readonly Element[]
  readonly semantics: SemanticPlan
  readonly workflow?: WorkflowPlan
  readonly reports: readonly ReportPlan[]
}

interface SemanticPlan {
  readonly title: string
  readonly description?: string
  readonly assignee?: string
  readonly initialEffort?: string
  readonly velocity?: string
  readonly status?: { readonly field: string; readonly open: readonly string[]; readonly done: readonly string[] }
  readonly tooltip?: readonly string[]
  readonly timeframe?:
    | { readonly start: string; readonly end: string }
    | { readonly start: string; readonly duration: string }
    | { readonly impliedFrom: string }
  readonly progress?: SemanticDefinitions['progress']
  readonly card?: { readonly fields: readonly string[]; readonly backgroundColor?: string }
}

/** Allowed transitions between states, and the date that is set when work is done. */
interface WorkflowPlan {
  readonly field: string
  readonly first: readonly string[]
  readonly next: Readonly<Record<string, readonly string[]>>
  readonly doneDate?: { readonly field: string; readonly states: readonly string[] }
}

/** Converts a plan to a definition; keys start with the item name, so that trackers can be created together. */
export function defineTracker(plan: TrackerPlan): TrackerDefinition {
  const { itemName: owner, submitters = group.registered } = plan
  return {
    key: owner,
    parentKey: plan.parent ?? null,
    name: plan.name,
    itemName: owner,
    description: plan.description,
    color: plan.color,
    options: { ...defaultOptions, isCopiedWithProject: true, isPromoted: true },
    cannedResponses: [],
    fields: plan.elements.map((element, rank) => element({ owner, rank, submitters })),
    semantics: semanticsOf(owner, plan.semantics),
    dateRules: [],
    listRules: [],
    reports: plan.reports.map((report) => createReportDefinition(owner, report)),
    workflow:
      plan.workflow === undefined
        ? null
        : {
            field: buildFieldKey(owner, plan.workflow.field),
            isUsed: true,
            isAdvanced: true,
            isLegacy: false,
            transitions: transitionsOf(owner, plan.workflow, submitters),
          },
    webhooks: [],
    permissions: [{ permission: 'full', group: group.anonymous }],
  }
}

function semanticsOf(owner: string, plan: SemanticPlan): SemanticDefinitions {
  const key = (name: string) => buildFieldKey(owner, name)
  const on = (name: string | undefined) => (name === undefined ? undefined : { field: key(name) })
  const { status, timeframe, progress, card } = plan
  const values = (names: readonly string[]) => names.map((name) => buildValueKey(owner, status?.field ?? '', name))
  return {
    title: on(plan.title),
    description: on(plan.description),
    contributor: on(plan.assignee),
    initial_effort: on(plan.initialEffort),
    velocity: on(plan.velocity),
    status: status && { field: key(status.field), openValues: values(status.open) },
    done: status && { values: values(status.done) },
    tooltip: plan.tooltip && { fields: plan.tooltip.map(key) },
    timeframe: timeframe && timeframeOf(timeframe, key),
    progress:
      progress && 'totalEffort' in progress
        ? { totalEffort: key(progress.totalEffort), remainingEffort: key(progress.remainingEffort) }
        : progress,
    plugin_cardwall_card_fields: card && {
      fields: card.fields.map(key),
      ...(card.backgroundColor === undefined ? {} : { backgroundColor: key(card.backgroundColor) }),
    },
  }
}

function timeframeOf(
  plan: NonNullable<SemanticPlan['timeframe']>,
  key: (name: string) => string,
): NonNullable<SemanticDefinitions['timeframe']> {
  if ('impliedFrom' in plan) return plan
  return 'end' in plan
    ? { start: key(plan.start), end: key(plan.end) }
    : { start: key(plan.start), duration: key(plan.duration) }
}

/** Submitters create, members continue; the completion date is set and cleared with the states that mean "done". */
function transitionsOf(owner: string, plan: WorkflowPlan, submitters: UserGroupId): TransitionDefinition[] {
  const value = (name: string) => buildValueKey(owner, plan.field, name)
  const transition = (from: string | null, to: string): TransitionDefinition => ({
    from: from === null ? null : value(from),
    to: value(to),
    groups: [from === null ? submitters : group.members],
    notEmptyFields: [],
    isCommentRequired: false,
    actions: dateActions(from, to),
  })
  const dateActions = (from: string | null, to: string): TransitionDefinition['actions'] => {
    if (plan.doneDate === undefined) return []
    const { states, field } = plan.doneDate
    const set = (date: 'current' | 'clear') =>
      [{ kind: 'set_date', field: buildFieldKey(owner, field), value: date }] as const
    if (states.includes(to)) return set('current')
    return from !== null && states.includes(from) ? set('clear') : []
  }
  return [
    ...plan.first.map((to) => transition(null, to)),
    ...Object.entries(plan.next).flatMap(([from, states]) => states.map((to) => transition(from, to))),
  ]
}
