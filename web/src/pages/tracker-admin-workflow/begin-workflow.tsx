import type { ReactNode } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { Button } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Section } from '../../design/section.tsx'
import { Select } from '../../design/select.tsx'
import { showToast } from '../../design/toast.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { changeWorkflow } from './change-workflow.ts'
import { listDrivingFields } from './workflow-model.ts'

const words = trackerAdminTexts.trackerWorkflow

interface BeginWorkflowProps {
  readonly tracker: TrackerRepresentation
}

/** The tracker has no workflow: it begins with the field that drives it, as a rule the status. */
export function BeginWorkflow({ tracker }: BeginWorkflowProps): ReactNode {
  const fields = listDrivingFields(tracker)
  if (fields.length === 0)
    return (
      <EmptyState icon="branch" title={words.noField}>
        {words.noFieldText}
      </EmptyState>
    )
  const { status } = tracker.semantics
  const proposed = fields.find(({ field_id: id }) => id === status?.field_id) ?? fields[0]
  return (
    <Section title={words.begin} hint={words.beginHint} width="narrow">
      <Form
        onSend={async (values) => {
          await changeWorkflow(tracker.id, { set_transitions_rules: { field_id: Number(values.text('field_id')) } })
          showToast(words.created)
        }}
      >
        <Select
          name="field_id"
          label={words.field}
          hint={words.fieldHint}
          isRequired
          defaultValue={String(proposed?.field_id)}
          options={fields.map(({ field_id: id, label }) => ({ value: String(id), label }))}
        />
        <FormActions>
          <Button type="submit" kind="primary">
            {words.create}
          </Button>
        </FormActions>
      </Form>
    </Section>
  )
}
