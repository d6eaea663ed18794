import { lazy, type ReactNode, Suspense } from 'react'
import { DateTime } from '../../design/date-time.tsx'
import { formatNumber } from '../../design/format-number.ts'
import { type Column, Table } from '../../design/table.tsx'
import { texts } from '../../texts/texts.ts'
import type { BurndownChart } from './burndown-days.ts'
import { EmptyValue } from './empty-value.tsx'

const BurndownPlot = lazy(() => import('./burndown-plot.tsx').then((file) => ({ default: file.BurndownPlot })))

const words = texts.artifact
type Point = BurndownChart['points_with_date'][number]

/** The remaining effort of a period, drawn and as a table. */
export const Burndown = ({ chart }: { readonly chart: BurndownChart }): ReactNode =>
  chart.points_with_date.length === 0 ? (
    <EmptyValue />
  ) : (
    <>
      <Suspense fallback={null}>
        <BurndownPlot chart={chart} />
      </Suspense>
      <Table label={words.remaining} columns={columns} rows={chart.points_with_date} keyOf={({ date }) => date} />
    </>
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
