import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'
import styles from './table.module.css'

export interface Column<Row> {
  readonly key: string
  /** Read aloud even when `isTitleHidden`. */
  readonly title: string
  readonly isTitleHidden?: boolean
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'end'
  /** Names the row. */
  readonly isRowHead?: boolean
  /** Left out below 700 pixels. */
  readonly isWideOnly?: boolean
  /** As narrow as its content. */
  readonly isNarrow?: boolean
}

interface TableProps<Row> {
  /** Name of the rows; shown only if `isLabelShown`. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** The exact number of all rows, when these are some of them. */
  readonly total?: number
  /** Rows of before, while the next ones are on their way. */
  readonly isStale?: boolean
  /** Below 700 pixels each row is a block, with column titles next to the values. */
  readonly isStacked?: boolean
}

/** Rows to read; wider than the screen it scrolls by itself, with the keyboard too. */
export function Table<Row>({ label, columns, rows, keyOf, total, isStale, isStacked }: TableProps<Row>): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={joinClasses(styles.frame, isStale && styles.stale)} aria-label={label} tabIndex={0}>
      <table
        className={joinClasses(styles.table, isStacked && styles.stacked)}
        aria-label={label}
        aria-rowcount={total === undefined ? undefined : total + 1}
      >
        <thead>
          <tr>
            {columns.map(({ key, title, isTitleHidden, align, isWideOnly, isNarrow }) => (
              <th
                key={key}
                scope="col"
                className={joinClasses(
                  align === 'end' && styles.end,
                  isWideOnly && styles.wide,
                  isNarrow && styles.narrow,
                )}
              >
                <span className={isTitleHidden ? styles.unseen : undefined}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ key, title, isTitleHidden, cell, isRowHead, align, isWideOnly, isNarrow }) => {
                const className = joinClasses(
                  align === 'end' && styles.end,
                  isWideOnly && styles.wide,
                  isNarrow && styles.narrow,
                )
                return isRowHead ? (
                  <th key={key} scope="row" className={className}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={key} className={className} data-title={isTitleHidden ? undefined : title}>
                    {cell(row)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
