import type { Static } from 'typebox'
import type { FieldId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import type { Semantics, Tracker } from '../model/tracker.ts'

const text = Type.Union([Type.String(), Type.Null()])

export const LabelDecorator = Type.Object(
  { label: Type.String(), description: Type.String(), icon: text, url: text, action: text },
  { title: 'LabelDecorator', additionalProperties: false },
)
export type LabelDecorator = Static<typeof LabelDecorator>

/** Returns the badges that show how a tracker uses each of its fields (docs/api/trackers.md §3.4). */
export function buildDecorators(tracker: Tracker): ReadonlyMap<FieldId, readonly LabelDecorator[]> {
  const decorators = new Map<FieldId, LabelDecorator[]>()
  const add = (field: FieldId | undefined, decorator: LabelDecorator): void => {
    if (field === undefined) return
    const existing = decorators.get(field)
    if (existing === undefined) decorators.set(field, [decorator])
    else if (!existing.some(({ description }) => description === decorator.description)) existing.push(decorator)
  }
  for (const { field, kind, label, description } of semanticUses(tracker.semantics)) {
    const url = `/plugins/tracker/?tracker=${tracker.id}&func=admin-semantic&semantic=${kind}`
    add(field, { label, description, icon: null, url, action: null })
  }
  for (const { field, part } of workflowUses(tracker)) {
    const url = `/plugins/tracker/?tracker=${tracker.id}&func=admin-workflow-transitions`
    const [label, description] = [`Workflow ${part}`, `This field is used by workflow ${part}s`]
    add(field, { label, description, icon: null, url, action: null })
  }
  for (const field of tracker.fields) if (field.hasNotifications) add(field.id, notifications)
  return decorators
}

const notifications: LabelDecorator = {
  label: 'Notifications',
  description: 'People selected in this field may receive notifications.',
  icon: 'fa-solid fa-bell',
  url: null,
  action: 'field-edition',
}

interface SemanticUse {
  readonly field: FieldId | undefined
  readonly kind: keyof Semantics
  readonly label: string
  readonly description: string
}

function semanticUses(semantics: Semantics): SemanticUse[] {
  const carries = (kind: keyof Semantics, label: string, field: FieldId | undefined, part = ''): SemanticUse => ({
    field,
    kind,
    label,
    description: `This field carries the ${part}"${label}" semantic.`,
  })
  const belongs = (kind: keyof Semantics, label: string, fields: readonly FieldId[] = []): SemanticUse[] =>
    fields.map((field) => ({ field, kind, label, description: `This field is part of fields of "${label}" semantic.` }))
  const { start, end, duration } = timeframeFields(semantics.timeframe)
  const { total, remaining } = progressFields(semantics.progress)
  return [
    carries('title', 'Title', semantics.title?.field),
    carries('description', 'Description', semantics.description?.field),
    carries('status', 'Status', semantics.status?.field),
    // The status field carries the "done" semantic, whether or not its values are configured.
    carries('done', 'Done', semantics.status?.field),
    carries('contributor', 'Contributor/assignee', semantics.contributor?.field),
    ...belongs('tooltip', 'Tooltip', semantics.tooltip?.fields),
    carries('timeframe', 'Timeframe', start, 'start date of '),
    carries('timeframe', 'Timeframe', end, 'end date of '),
    carries('timeframe', 'Timeframe', duration, 'duration of '),
    carries('progress', 'Progress', total, 'total effort of '),
    carries('progress', 'Progress', remaining, 'remaining effort of '),
  ]
}

function timeframeFields(timeframe: Semantics['timeframe']): { start?: FieldId; end?: FieldId; duration?: FieldId } {
  return timeframe === undefined || 'impliedFrom' in timeframe ? {} : timeframe
}

function progressFields(progress: Semantics['progress']): { total?: FieldId; remaining?: FieldId } {
  if (progress === undefined || 'linkType' in progress) return {}
  return { total: progress.totalEffort, remaining: progress.remainingEffort }
}

interface WorkflowUse {
  readonly field: FieldId
  readonly part: 'transition' | 'condition' | 'action'
}

function workflowUses({ workflow }: Tracker): WorkflowUse[] {
  if (workflow === null) return []
  const use = (part: WorkflowUse['part'], fields: readonly FieldId[]) => fields.map((field) => ({ field, part }))
  return [
    ...use('transition', [workflow.field]),
    ...workflow.transitions.flatMap((transition) => use('condition', transition.notEmptyFields)),
    ...workflow.transitions.flatMap(({ actions }) =>
      actions.flatMap((action) => {
        if ('field' in action) return use('action', [action.field])
        if ('fields' in action) return use('action', action.fields)
        return 'fieldsets' in action ? use('action', action.fieldsets) : []
      }),
    ),
  ]
}
