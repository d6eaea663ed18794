import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import { stagesOf } from '../../../artifact/status-mark.tsx'
import { useArtifactGroups } from '../../../data/artifact-groups.ts'
import { formatNumber } from '../../../design/format-number.ts'
import { formatPercent } from '../../../design/format-percent.ts'
import { joinClasses } from '../../../design/join-classes.ts'
import { Link } from '../../../design/link.tsx'
import { Notice } from '../../../design/notice.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { VisuallyHidden } from '../../../design/visually-hidden.tsx'
import { listOptions, noneId } from '../../../fields/editors/list-options.ts'
import { texts } from '../../../texts/texts.ts'
import { type BoardColumn, buildColumns } from '../board/board-columns.ts'
import { ColumnMark } from '../board/column-mark.tsx'
import { useLiveBoard } from '../board/use-live-board.ts'
import { GroupFieldMenu } from '../group-field-menu.tsx'
import page from '../tracker-page.module.css'
import { type Field, idOfLogin, printView, type View } from '../view.ts'
import styles from './value-chart.module.css'

const words = texts.tracker.chart

interface ValueChartProps {
  readonly tracker: TrackerRepresentation
  /** The fields whose values can be the bars, and the one whose values are. */
  readonly fields: readonly Field[]
  readonly field: Field
  readonly view: View
  readonly where: string
  /** Where the number of artifacts and the choice of the field are. */
  readonly tools: HTMLElement | null
  /** Names the number of artifacts. */
  readonly count: (total: number) => string
  readonly onTotal: (total: number) => void
  readonly onField: (name: string) => void
  /** Shown instead of a chart without artifacts. */
  readonly empty: ReactNode
}

/** How many artifacts of a query have each value of a list: bars, in a table of their numbers. */
export function ValueChart(props: ValueChartProps): ReactNode {
  const { tracker, fields, field, view, where, tools, count, onTotal, onField, empty } = props
  const titleId = useId()
  const table = useRef<HTMLTableElement>(null)
  const list = { query: where, isOrdered: false, fields: [field.field_id] }
  const { data, error, isStale } = useArtifactGroups(tracker.id, field.field_id, list, 1)
  useLiveBoard({ tracker, board: table, isBusy: false })
  const bars = useMemo(() => (data === undefined ? [] : buildColumns(field, data, new Map())), [field, data])
  const stageOf = useMemo(() => stagesOf(field, tracker.semantics.status?.value_ids ?? []), [field, tracker])
  const isStatus = field.field_id === tracker.semantics.status?.field_id
  const total = bars.reduce((sum, { size }) => sum + size, 0)
  const largest = Math.max(...bars.map(({ size }) => size))
  useEffect(() => onTotal(total), [onTotal, total])
  if (error !== null)
    return (
      <div className={page.message}>
        <Notice kind="negative" title={texts.tracker.queryProblem}>
          {error.message}
        </Notice>
      </div>
    )
  if (data === undefined)
    return (
      <div className={page.message}>
        <Skeleton shape="rows" rows={10} />
      </div>
    )
  const leader = bars.find(({ size }) => size === largest)
  const menu = { label: words.by, text: words.byField(field.label), icon: 'columns', fields, field, onField } as const
  return (
    <>
      {tools !== null &&
        createPortal(
          <>
            <p className={page.count}>{count(total)}</p>
            <GroupFieldMenu {...menu} />
          </>,
          tools,
        )}
      {total === 0 || leader === undefined ? (
        <div className={page.message}>{empty}</div>
      ) : (
        <section className={joinClasses(styles.frame, isStale && styles.stale)} aria-busy={isStale} data-scrolls>
          <h2 id={titleId} className={styles.title}>
            {words.title(field.label)}
          </h2>
          <p className={styles.summary}>
            {words.summary(leader.option.label, leader.size, formatPercent(leader.size / total))}
          </p>
          <table ref={table} className={styles.chart} aria-labelledby={titleId}>
            <thead>
              <tr>
                {[field.label, words.artifacts, words.share].map((heading) => (
                  <th key={heading} scope="col">
                    <VisuallyHidden>{heading}</VisuallyHidden>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.id}>
                  <th scope="row">
                    <span className={styles.value}>
                      <ColumnMark id={bar.id} option={bar.option} isStatus={isStatus} stageOf={stageOf} />
                      {bar.option.label}
                    </span>
                  </th>
                  <td className={styles.size}>
                    <Bar bar={bar} href={buildRowsUrl(tracker, field, view, bar)} share={bar.size / largest} />
                  </td>
                  <td className={styles.share}>{formatPercent(bar.size / total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

interface BarProps {
  readonly bar: BoardColumn
  readonly href: string | undefined
  /** Of the longest bar, from 0 to 1. */
  readonly share: number
}

function Bar({ bar: { option, size }, href, share }: BarProps): ReactNode {
  const content = (
    <>
      <span className={styles.bar} style={{ inlineSize: `calc((100% - 3.5rem) * ${share})` }} aria-hidden="true" />
      {formatNumber(size)}
    </>
  )
  return href === undefined ? (
    <span className={styles.line}>{content}</span>
  ) : (
    <Link href={href} className={styles.line} aria-label={texts.tracker.board.columnLabel(option.label, size)}>
      {content}
    </Link>
  )
}

/** The table with the artifacts behind a bar; undefined: no filter names its value, such as one that was hidden. */
function buildRowsUrl(tracker: TrackerRepresentation, field: Field, view: View, bar: BoardColumn): string | undefined {
  const { id, option } = bar
  const isOffered = id === noneId || listOptions(field).some((each) => each.id === id)
  const filter = isOffered ? id : option.user?.username && idOfLogin(option.user.username)
  if (!filter) return undefined
  return `/trackers/${tracker.id}?${printView({ ...view, filters: new Map([...view.filters, [field.name, [filter]]]) })}`
}
