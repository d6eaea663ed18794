import { type ReactNode, type RefObject, useId } from 'react'
import { PickerPopover } from '../../fields/editors/picker.tsx'
import { texts } from '../../texts/texts.ts'
import { useReports } from './use-reports.ts'

interface ReportPickerProps {
  readonly tracker: number
  /** The report that is open. */
  readonly current: number | undefined
  readonly trigger: RefObject<HTMLElement | null>
  readonly onOpen: (report: number) => void
  readonly onClose: () => void
}

/** Reports of a tracker that has many of them: type to find one. */
export function ReportPicker({ tracker, current, trigger, onOpen, onClose }: ReportPickerProps): ReactNode {
  const id = useId()
  const options = useReports(tracker).map((report) => ({ id: String(report.id), label: report.label }))
  return (
    <>
      <span id={id} hidden>
        {texts.tracker.reports}
      </span>
      <PickerPopover
        trigger={trigger}
        labelId={id}
        options={options}
        selection={options.filter((option) => option.id === String(current))}
        isMultiple={false}
        onChoose={([option]) => option && onOpen(Number(option.id))}
        onClose={onClose}
      />
    </>
  )
}
