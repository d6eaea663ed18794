import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import type { Action } from '../../../data/transitions.ts'
import { getFieldType } from '../../../fields/registry.ts'
import { trackerAdminTexts } from '../../../texts/tracker-admin-texts.ts'
import { ChosenItems } from '../chosen-items.tsx'
import { type Item, listFillableFields, nameFields } from '../fillable-fields.ts'
import type { ActionEditor } from './action-editor.ts'

const words = trackerAdminTexts.trackerWorkflow.actions

interface FieldList {
  readonly type: string
  /** The member with the ids. */
  readonly member: string
  readonly title: string
  readonly label: string
  readonly listItems: (tracker: TrackerRepresentation, chosen: readonly number[]) => readonly Item<number>[]
}

/** What happens to fields as long as artifacts are in the state: once for each state. */
const defineList = ({ type, member, title, label, listItems }: FieldList): ActionEditor => {
  const idsOf = (action: Action): readonly number[] => {
    const ids = action[member]
    return Array.isArray(ids) ? ids.map(Number) : []
  }
  const isFor = (action: Action): boolean => action.type === type
  return {
    id: type,
    title,
    isFor,
    isSimpleOnly: true,
    create: (tracker, present) =>
      present.some(isFor) || listItems(tracker, []).length === 0 ? undefined : { type, [member]: [] },
    render: ({ action, tracker, name, onChange }) => (
      <ChosenItems
        name={`${name}-${member}`}
        label={label}
        items={listItems(tracker, idsOf(action))}
        chosen={idsOf(action)}
        onChange={(ids) => onChange({ type, [member]: ids })}
      />
    ),
    describe: (action, tracker) => `${title}: ${nameFields(tracker, idsOf(action))}`,
  }
}

/** The API refuses the field of the workflow, and those of dependencies between lists. */
export const frozenFields = defineList({
  type: 'frozen_fields',
  member: 'field_ids',
  title: words.frozenFields,
  label: words.frozenLabel,
  listItems(tracker, chosen) {
    const { field_id: driving, rules } = tracker.workflow
    const refused = new Set([driving, ...rules.lists.flatMap((rule) => [rule.source_field_id, rule.target_field_id])])
    return listFillableFields(tracker, chosen).filter(({ id }) => chosen.includes(id) || !refused.has(id))
  },
})

export const hiddenFieldsets = defineList({
  type: 'hidden_fieldsets',
  member: 'fieldset_ids',
  title: words.hiddenFieldsets,
  label: words.hiddenLabel,
  listItems: ({ fields }) =>
    fields
      .filter(({ type, is_used }) => is_used && getFieldType(type).layout === 'set')
      .map(({ field_id: id, label }) => ({ id, label })),
})
