import type { ReactNode } from 'react'
import { Table } from '../../../design/table.tsx'
import { texts } from '../../../texts/texts.ts'

const words = texts.tracker.chart

interface FigureRow {
  /** The name of the time. */
  readonly name: string
  readonly numbers: readonly { readonly count: number; readonly content?: ReactNode }[]
}

export interface FiguresProps {
  readonly titles: readonly string[]
  /** The oldest first. */
  readonly rows: readonly FigureRow[]
}

/** The figures of a chart over time as a table, the latest first. */
export const Figures = ({ titles, rows }: FiguresProps): ReactNode => (
  <Table
    label={words.figures}
    columns={[
      { key: 'time', title: words.time, isRowHead: true, cell: ({ name }) => name },
      ...titles.map((title, index) => ({
        key: `${index} ${title}`,
        title,
        align: 'end' as const,
        cell: ({ numbers }: FigureRow) => numbers[index]?.content ?? numbers[index]?.count,
      })),
    ]}
    rows={rows.toReversed()}
    keyOf={({ name }) => name}
  />
)

/** The same for a file, the oldest first. */
export const listFigures = ({ titles, rows }: FiguresProps): readonly (readonly (string | number)[])[] => [
  [words.time, ...titles],
  ...rows.map(({ name, numbers }) => [name, ...numbers.map(({ count }) => count)]),
]
