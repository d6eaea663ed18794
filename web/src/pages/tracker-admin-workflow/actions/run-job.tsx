import { TextField } from '../../../design/field.tsx'
import { trackerAdminTexts } from '../../../texts/tracker-admin-texts.ts'
import type { ActionEditor } from './action-editor.ts'

const words = trackerAdminTexts.trackerWorkflow.actions
const type = 'run_job'

export const runJob: ActionEditor = {
  id: type,
  title: words.runJob,
  isFor: (action) => action.type === type,
  create: () => ({ type, job_url: '' }),
  render: ({ action, name, onChange }) => (
    <TextField
      name={`${name}-job_url`}
      label={words.jobUrl}
      hint={words.jobHint}
      type="url"
      isRequired
      isCode
      autoComplete="off"
      defaultValue={String(action['job_url'])}
      onChange={(text) => onChange({ type, job_url: text.trim() })}
    />
  ),
  describe: (action) => `${words.runJob}: ${String(action['job_url'])}`,
}
