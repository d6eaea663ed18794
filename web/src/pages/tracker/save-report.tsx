import { type ReactNode, useEffect, useRef } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { createReport, type ReportContent } from '../../data/report-changes.ts'
import { Button } from '../../design/button.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { showToast } from '../../design/toast.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.tracker

interface SaveReportProps {
  readonly tracker: TrackerRepresentation
  readonly content: ReportContent
  readonly onSaved: (report: number) => void
  readonly onCancel: () => void
}

/** Keeps the present view under a name, for the user alone. */
export function SaveReport({ tracker, content, onSaved, onCancel }: SaveReportProps): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The menu gives the focus back, to its button, in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => place.current?.querySelector('input')?.focus()))
    // The form that had the focus is gone.
    return () => document.querySelector('[data-reports]')?.closest('button')?.focus()
  }, [])
  const send = async (values: FormValues): Promise<void> => {
    const label = values.text('label').trim()
    const id = await createReport(tracker, label, content)
    showToast(words.reportSaved(label))
    onSaved(id)
  }
  return (
    <div ref={place}>
      <Form label={words.saveReport} onSend={send}>
        <TextField name="label" label={words.reportName} isRequired autoComplete="off" maxLength={255} />
        <FormActions>
          <Button type="submit" kind="primary">
            {words.save}
          </Button>
          <Button kind="quiet" onPress={onCancel}>
            {texts.states.cancel}
          </Button>
        </FormActions>
      </Form>
    </div>
  )
}
