import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import { joinClasses } from '../../design/join-classes.ts'
import { texts } from '../../texts/texts.ts'
import type { TrackerColumn } from './columns.tsx'
import styles from './tracker-page.module.css'
import type { SortKey } from './view.ts'

const words = texts.tracker

interface ArtifactTableProps {
  readonly label: string
  readonly columns: readonly TrackerColumn[]
  readonly sort: readonly SortKey[]
  readonly total: number
  readonly isStale: boolean
  /** The artifact of a row; undefined while it is loaded. */
  readonly rowAt: (index: number) => ArtifactRepresentation | undefined
  /** Rows that are in view, or near. */
  readonly onRange: (first: number, last: number) => void
  readonly onSort: (name: string, isAdded: boolean) => void
}

/** Rows of one height; only those in view are in the document. */
export function ArtifactTable(props: ArtifactTableProps): ReactNode {
  const { label, columns, sort, total, isStale, rowAt, onRange, onSort } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [place, setPlace] = useState({ top: 0, height: 40 })
  useLayoutEffect(() => {
    if (body.current === null) return
    const row = Number.parseFloat(getComputedStyle(body.current).getPropertyValue('--row-height')) || 40
    const top = body.current.getBoundingClientRect().top + window.scrollY
    setPlace((known) => (known.top === top && known.height === row ? known : { top, height: row }))
  }, [])
  const virtual = useWindowVirtualizer({
    count: total,
    estimateSize: () => place.height,
    overscan: 15,
    scrollMargin: place.top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  })
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useLayoutEffect(() => onRange(first, last), [first, last, onRange])
  const before = first * place.height
  const after = Math.max(0, (total - last - 1) * place.height)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={joinClasses(styles.frame, isStale && styles.stale)} aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label} aria-rowcount={total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Heading key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Space height={before} columns={columns.length} />
          {items.map(({ index, key }) => (
            <tr key={key} aria-rowindex={index + 2}>
              {columns.map((column) => (
                <Cell key={column.name} column={column} artifact={rowAt(index)} />
              ))}
            </tr>
          ))}
          <Space height={after} columns={columns.length} />
        </tbody>
      </table>
    </section>
  )
}

/** Stands for the rows that are not in view. */
const Space = ({ height, columns }: { readonly height: number; readonly columns: number }): ReactNode =>
  height > 0 && (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without content takes no focus
    <tr aria-hidden="true" className={styles.space}>
      <td colSpan={columns} style={{ blockSize: height }} />
    </tr>
  )

interface CellProps {
  readonly column: TrackerColumn
  readonly artifact: ArtifactRepresentation | undefined
}

function Cell({ column: { width, cell }, artifact }: CellProps): ReactNode {
  const content = <div className={styles.line}>{artifact && cell(artifact)}</div>
  return width === 'title' ? (
    <th scope="row" className={styles[width]}>
      {content}
    </th>
  ) : (
    <td className={styles[width]}>{content}</td>
  )
}

interface HeadingProps extends Pick<ArtifactTableProps, 'sort' | 'onSort'> {
  readonly column: TrackerColumn
}

function Heading({ column: { title, sortName, width }, sort, onSort }: HeadingProps): ReactNode {
  const place = sort.findIndex(({ name }) => name === sortName)
  const key = sort[place]
  const order = key === undefined ? 'none' : key.isDescending ? 'descending' : 'ascending'
  return (
    <th scope="col" className={styles[width]} aria-sort={sortName === null ? undefined : order}>
      {sortName === null ? (
        <div className={styles.line}>{title}</div>
      ) : (
        <Button className={styles.heading} onPress={({ shiftKey }) => onSort(sortName, shiftKey)}>
          <span className={styles.line} title={words.sortHint}>
            {title}
          </span>
          {key && (
            <span aria-hidden="true">
              {key.isDescending ? '↓' : '↑'}
              {sort.length > 1 && <sup>{place + 1}</sup>}
            </span>
          )}
        </Button>
      )}
    </th>
  )
}
