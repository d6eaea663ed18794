import type { ReactNode } from 'react'
import type { ValueEntry } from '../../data/trackers.ts'
import { DateTime } from '../../design/date-time.tsx'
import { formatNumber } from '../../design/format-number.ts'
import { type Column, Table } from '../../design/table.tsx'
import { texts } from '../../texts/texts.ts'
import { EmptyValue } from './empty-value.tsx'

const words = texts.artifact
type Chart = Extract<ValueEntry, { type: 'burndown' }>['value']
type Point = Chart['points_with_date'][number]

/** The figures of the chart; it is drawn where charts are. */
export const Burndown = ({ chart }: { readonly chart: Chart }): ReactNode =>
  chart.points_with_date.length === 0 ? (
    <EmptyValue />
  ) : (
    <Table label={words.remaining} columns={columns} rows={chart.points_with_date} keyOf={({ date }) => date} />
  )

const columns: readonly Column<Point>[] = [
  { key: 'day', title: words.day, isRowHead: true, cell: ({ date }) => <DateTime at={date} as="day" /> },
  {
    key: 'effort',
    title: words.remaining,
    align: 'end',
    cell: ({ remaining_effort }) => (remaining_effort === null ? '–' : formatNumber(remaining_effort)),
  },
]
