import type { ReactNode } from 'react'
import { saveFile } from '../../../data/download-file.ts'
import { printCsv } from '../../../data/print-csv.ts'
import { Button } from '../../../design/button.tsx'
import { Table } from '../../../design/table.tsx'
import { texts } from '../../../texts/texts.ts'

const words = texts.tracker.chart

interface FigureRow {
  /** The name of the time. */
  readonly name: string
  readonly numbers: readonly { readonly count: number; readonly content?: ReactNode }[]
}

interface FiguresProps {
  readonly titles: readonly string[]
  /** The oldest first. */
  readonly rows: readonly FigureRow[]
  /** The name of the file, without its extension. */
  readonly fileName: string
}

/** The figures of a chart over time as a table, the latest first, and as a file. */
export function Figures({ titles, rows, fileName }: FiguresProps): ReactNode {
  const save = (): void => {
    const lines = rows.map(({ name, numbers }) => [name, ...numbers.map(({ count }) => count)])
    saveFile(new Blob([printCsv([[words.time, ...titles], ...lines])], { type: 'text/csv' }), `${fileName}.csv`)
  }
  return (
    <>
      <Button kind="quiet" icon="download" onPress={save}>
        {texts.tracker.downloadCsv}
      </Button>
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
    </>
  )
}
