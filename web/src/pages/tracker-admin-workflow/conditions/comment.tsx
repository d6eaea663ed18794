import { Checkbox } from '../../../design/checkbox.tsx'
import { trackerAdminTexts } from '../../../texts/tracker-admin-texts.ts'
import type { ConditionEditor } from './condition-editor.ts'

const name = 'is_comment_required'

export const comment: ConditionEditor<boolean> = {
  name,
  isForChangesOnly: true,
  render: ({ value, onChange }) => (
    <Checkbox
      name={name}
      label={trackerAdminTexts.trackerWorkflow.conditions.comment}
      defaultChecked={value}
      onChange={onChange}
    />
  ),
}
