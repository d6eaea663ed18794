import { trackerAdminTexts } from '../../../texts/tracker-admin-texts.ts'
import { ChosenItems } from '../chosen-items.tsx'
import { listFillableFields } from '../fillable-fields.ts'
import type { ConditionEditor } from './condition-editor.ts'

const words = trackerAdminTexts.trackerWorkflow.conditions
const name = 'not_empty_field_ids'

export const filledFields: ConditionEditor<readonly number[]> = {
  name,
  render: ({ value, tracker, onChange }) => (
    <ChosenItems
      name={name}
      label={words.filledFields}
      items={listFillableFields(tracker, value)}
      chosen={value}
      onChange={onChange}
    />
  ),
}
