import type { ReactNode } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { Select } from '../../design/select.tsx'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { isDateOfUsers, labelOfField } from './labels.ts'
import { type DateRule, saveRules } from './save-rules.ts'

const words = trackerAdminTexts.trackerRules.dates

interface DateRuleDialogProps {
  readonly tracker: TrackerRepresentation
  /** The rule that is changed; absent: a new one. */
  readonly rule?: DateRule
  readonly title: string
  readonly trigger: ReactNode
}

/** Two dates and how they are compared. */
export function DateRuleDialog({ tracker, rule, title, trigger }: DateRuleDialogProps): ReactNode {
  const dates = tracker.fields.filter(isDateOfUsers)
  const options = dates.map(({ field_id, label }) => ({ value: String(field_id), label }))
  const save = async (values: FormValues): Promise<void> => {
    const next: DateRule = {
      source_field_id: Number(values.text('source_field_id')),
      comparator: values.text('comparator'),
      target_field_id: Number(values.text('target_field_id')),
    }
    const [from, to] = [next.source_field_id, next.target_field_id].map((id) => labelOfField(tracker.fields, id))
    await saveRules(
      tracker.id,
      (all) => ({ ...all, dates: [...all.dates.filter((each) => !isSame(each, rule)), next] }),
      words.saved(`${from} ${next.comparator} ${to}`),
    )
  }
  return (
    <Dialog title={title} trigger={trigger}>
      {(close) => (
        <Form
          onSend={async (values) => {
            await save(values)
            close()
          }}
        >
          <Select
            name="source_field_id"
            label={words.source}
            isRequired
            options={options}
            defaultValue={String(rule?.source_field_id ?? dates[0]?.field_id)}
          />
          <Select
            name="comparator"
            label={words.comparator}
            isRequired
            options={Object.entries(words.comparators).map(([sign, name]) => ({
              value: sign,
              label: `${sign} ${name}`,
            }))}
            defaultValue={rule?.comparator ?? '≤'}
          />
          <Select
            name="target_field_id"
            label={words.target}
            isRequired
            options={options}
            defaultValue={String(rule?.target_field_id ?? dates[1]?.field_id)}
          />
          <FormActions>
            <Button type="submit" kind="primary">
              {words.save}
            </Button>
            <Button onPress={close}>{texts.states.cancel}</Button>
          </FormActions>
        </Form>
      )}
    </Dialog>
  )
}

const isSame = (one: DateRule, other: DateRule | undefined): boolean =>
  one.source_field_id === other?.source_field_id &&
  one.target_field_id === other.target_field_id &&
  one.comparator === other.comparator
