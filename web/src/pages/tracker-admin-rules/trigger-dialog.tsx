import { type ReactNode, useState } from 'react'
import type { FieldRepresentation } from '../../../../src/trackers/representations/field.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Choices, Radio } from '../../design/checkbox.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { Select } from '../../design/select.tsx'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { isStaticList, listValues } from './labels.ts'
import { saveTriggers } from './save-rules.ts'
import styles from './tracker-admin-rules.module.css'

const words = trackerAdminTexts.trackerRules.triggers
const conditions = ['all_of', 'at_least_one'] as const

interface TriggerDialogProps {
  readonly tracker: TrackerRepresentation
  readonly trackers: readonly TrackerRepresentation[]
}

/** A new trigger: a value of this tracker, a condition, and values of children. */
export function TriggerDialog({ tracker, trackers }: TriggerDialogProps): ReactNode {
  return (
    <Dialog title={words.add} trigger={<Button icon="plus">{words.add}</Button>}>
      {(close) => <TriggerForm tracker={tracker} trackers={trackers} onDone={close} />}
    </Dialog>
  )
}

function TriggerForm({ tracker, trackers, onDone }: TriggerDialogProps & { readonly onDone: () => void }): ReactNode {
  const [rows, setRows] = useState<readonly number[]>([0])
  const targets = tracker.fields.filter(isStaticList).flatMap((field) => listOptions(field, field.label))
  const ends = trackers.flatMap(({ label, fields }) =>
    fields.filter(isStaticList).flatMap((field) => listOptions(field, `${label} · ${field.label}`)),
  )
  const send = async (values: FormValues): Promise<void> => {
    const trigger = {
      condition: values.text('condition'),
      target: toEnd(values.text('target')),
      triggers: rows.map((row) => toEnd(values.text(`end-${row}`))),
    }
    await saveTriggers(tracker.id, (all) => [...all, trigger], words.saved)
    onDone()
  }
  return (
    <Form onSend={send}>
      <Select name="target" label={words.target} isRequired options={targets} />
      <Choices label={words.condition}>
        {conditions.map((condition) => (
          <Radio
            key={condition}
            name="condition"
            value={condition}
            label={words.conditionChoices[condition]}
            defaultChecked={condition === 'all_of'}
          />
        ))}
      </Choices>
      {rows.map((row, index) => (
        <div key={row} className={styles.end}>
          <Select name={`end-${row}`} label={index === 0 ? words.end : words.otherEnd} isRequired options={ends} />
          {index > 0 && (
            <IconButton
              icon="close"
              label={words.removeEnd}
              onPress={() => setRows((all) => all.filter((each) => each !== row))}
            />
          )}
        </div>
      ))}
      <div>
        <Button kind="quiet" icon="plus" onPress={() => setRows((all) => [...all, (all.at(-1) ?? 0) + 1])}>
          {words.addEnd}
        </Button>
      </div>
      <FormActions>
        <Button type="submit" kind="primary">
          {words.save}
        </Button>
        <Button onPress={onDone}>{texts.states.cancel}</Button>
      </FormActions>
    </Form>
  )
}

const listOptions = (field: FieldRepresentation, label: string) =>
  listValues(field).map((value) => ({
    value: `${field.field_id} ${value.id}`,
    label: texts.states.labelled(label, value.label),
  }))

function toEnd(text: string) {
  const [field, value] = text.split(' ').map(Number)
  return { field_id: field, value_id: value }
}
