import type { Static } from 'typebox'
import type { FieldId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getPostActionType } from '../actions/registry.ts'
import { conditionEntries } from '../conditions/registry.ts'
import type { Tracker } from '../model/tracker.ts'
import { semanticEntries } from '../semantics/registry.ts'

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
  for (const [name, { badge }] of semanticEntries) {
    const url = `/plugins/tracker/?tracker=${tracker.id}&func=admin-semantic&semantic=${name}`
    for (const { field, description } of badge?.uses(tracker.semantics) ?? [])
      add(field, { label: badge?.label ?? name, description, icon: null, url, action: null })
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

interface WorkflowUse {
  readonly field: FieldId
  readonly part: 'transition' | 'condition' | 'action'
}

function workflowUses({ workflow }: Tracker): WorkflowUse[] {
  if (workflow === null) return []
  const use = (part: WorkflowUse['part'], fields: readonly FieldId[]) => fields.map((field) => ({ field, part }))
  return [
    ...use('transition', [workflow.field]),
    ...workflow.transitions.flatMap((transition) =>
      conditionEntries.flatMap(([name, { fieldsOf }]) => use('condition', fieldsOf?.(transition[name]) ?? [])),
    ),
    ...workflow.transitions.flatMap(({ actions }) =>
      actions.flatMap((action) => use('action', getPostActionType(action.kind).fieldsOf(action))),
    ),
  ]
}
