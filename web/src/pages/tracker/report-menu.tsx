import type { ReactNode } from 'react'
import type { ReportRepresentation } from '../../../../src/trackers/representations/report.ts'
import type { ReportDefinitionRepresentation } from '../../../../src/trackers/representations/report-definition.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { sendChange } from '../../data/client.ts'
import { buildQueryKey, queryCache, useList } from '../../data/queries.ts'
import { Button } from '../../design/button.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { showToast } from '../../design/toast.tsx'
import { texts } from '../../texts/texts.ts'
import type { SortKey } from './view.ts'

const words = texts.tracker

interface ReportMenuProps {
  readonly tracker: number
  readonly current: ReportDefinitionRepresentation | undefined
  readonly isSignedIn: boolean
  readonly onOpen: (report: number | null) => void
  readonly onSave: () => void
}

/** Reports of the tracker: the user's own and those of the project. */
export const ReportMenu = (props: ReportMenuProps): ReactNode => (
  <Menu
    label={words.reports}
    trigger={
      <Button kind="quiet" icon="list">
        {props.current?.label ?? words.reports}
      </Button>
    }
  >
    <ReportItems {...props} />
  </Menu>
)

/** Loaded when the menu is open. */
function ReportItems({ tracker, current, isSignedIn, onOpen, onSave }: ReportMenuProps): ReactNode {
  const { data } = useList<ReportRepresentation>(`/trackers/${tracker}/tracker_reports`, { limit: 50 })
  return (
    <>
      <MenuItem isChosen={current === undefined} onAction={() => onOpen(null)}>
        {words.noReport}
      </MenuItem>
      {data?.items.map(({ id, label }) => (
        <MenuItem key={id} isChosen={id === current?.id} onAction={() => onOpen(id)}>
          {label}
        </MenuItem>
      ))}
      {isSignedIn && (
        <MenuItem icon="plus" onAction={onSave}>
          {words.saveReport}
        </MenuItem>
      )}
    </>
  )
}

interface SaveReportProps {
  readonly tracker: TrackerRepresentation
  /** The whole condition as TQL. */
  readonly query: string
  readonly columns: readonly string[]
  readonly sort: readonly SortKey[]
  readonly onSaved: (report: number) => void
  readonly onCancel: () => void
}

/** Keeps the present view under a name, for the user alone. */
export const SaveReport = ({ tracker, query, columns, sort, onSaved, onCancel }: SaveReportProps): ReactNode => (
  <Form
    label={words.saveReport}
    onSend={async (values) => {
      const isField = (name: string): boolean => tracker.fields.some((field) => field.name === name)
      const label = values.text('label').trim()
      const { id } = await sendChange<ReportRepresentation>('POST', '/tracker_reports', {
        tracker: { id: tracker.id },
        label,
        expert_query: query,
        tables: [
          {
            columns: columns.filter(isField),
            sort: sort.map(({ name, isDescending }) => ({
              field_id: name,
              direction: isDescending ? 'desc' : 'asc',
            })),
          },
        ],
      })
      await queryCache.invalidateQueries({ queryKey: buildQueryKey(`/trackers/${tracker.id}/tracker_reports`) })
      showToast(words.reportSaved(label))
      onSaved(id)
    }}
  >
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
)
