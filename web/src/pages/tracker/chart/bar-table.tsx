import type { ReactNode } from 'react'
import { formatNumber } from '../../../design/format-number.ts'
import { formatPercent } from '../../../design/format-percent.ts'
import { Link } from '../../../design/link.tsx'
import { VisuallyHidden } from '../../../design/visually-hidden.tsx'
import { texts } from '../../../texts/texts.ts'
import styles from './chart.module.css'

const words = texts.tracker.chart

interface BarRow {
  readonly id: string
  readonly label: string
  /** Shown before the label. */
  readonly mark?: ReactNode
  readonly size: number
  /** The artifacts that are counted; undefined: no filter names them. */
  readonly href: string | undefined
}

interface BarTableProps {
  readonly titleId: string
  /** What the rows are. */
  readonly heading: string
  readonly rows: readonly BarRow[]
  /** Shares are parts of it. */
  readonly total: number
}

/** Bars, in a table of their numbers. */
export function BarTable({ titleId, heading, rows, total }: BarTableProps): ReactNode {
  const largest = Math.max(...rows.map(({ size }) => size))
  return (
    <table className={styles.chart} aria-labelledby={titleId}>
      <thead>
        <tr>
          {[heading, words.artifacts, words.share].map((each) => (
            <th key={each} scope="col">
              <VisuallyHidden>{each}</VisuallyHidden>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <span className={styles.value}>
                {row.mark}
                {row.label}
              </span>
            </th>
            <td>
              <Bar row={row} share={row.size / largest} />
            </td>
            <td className={styles.share}>{formatPercent(row.size / total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface BarProps {
  readonly row: BarRow
  /** Of the longest bar, from 0 to 1. */
  readonly share: number
}

function Bar({ row: { label, size, href }, share }: BarProps): ReactNode {
  const content = (
    <>
      <span className={styles.bar} style={{ inlineSize: `calc((100% - 3.5rem) * ${share})` }} aria-hidden="true" />
      {formatNumber(size)}
    </>
  )
  return href === undefined ? (
    <span className={styles.line}>{content}</span>
  ) : (
    <Link href={href} className={styles.line} aria-label={texts.tracker.board.columnLabel(label, size)}>
      {content}
    </Link>
  )
}
