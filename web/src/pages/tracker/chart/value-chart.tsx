import { type ReactNode, useEffect, useMemo } from 'react'
import { stagesOf } from '../../../artifact/status-mark.tsx'
import { useArtifactGroups } from '../../../data/artifact-groups.ts'
import { formatNumber } from '../../../design/format-number.ts'
import { formatPercent } from '../../../design/format-percent.ts'
import { Link } from '../../../design/link.tsx'
import { VisuallyHidden } from '../../../design/visually-hidden.tsx'
import { texts } from '../../../texts/texts.ts'
import { type BoardColumn, buildColumns } from '../board/board-columns.ts'
import { ColumnMark } from '../board/column-mark.tsx'
import { useLiveGroups } from '../use-live-groups.ts'
import styles from './chart.module.css'
import { ChartFrame } from './chart-frame.tsx'
import type { ChartProps } from './chart-props.ts'
import { buildRowsUrl } from './rows-url.ts'

const words = texts.tracker.chart

/** How many artifacts of a query have each value of a list: bars, in a table of their numbers. */
export function ValueChart({ tracker, field, view, where, onTotal, empty }: ChartProps): ReactNode {
  const list = { query: where, isOrdered: false, fields: [field.field_id] }
  const { data, error, isStale } = useArtifactGroups(tracker.id, field.field_id, list, 1)
  useLiveGroups({ tracker })
  const bars = useMemo(() => (data === undefined ? [] : buildColumns(field, data, new Map())), [field, data])
  const stageOf = useMemo(() => stagesOf(field, tracker.semantics.status?.value_ids ?? []), [field, tracker])
  const isStatus = field.field_id === tracker.semantics.status?.field_id
  const total = bars.reduce((sum, { size }) => sum + size, 0)
  const largest = Math.max(...bars.map(({ size }) => size))
  useEffect(() => onTotal(data === undefined || error !== null ? null : total), [onTotal, data, error, total])
  const leader = bars.find(({ size }) => size === largest)
  return (
    <ChartFrame
      error={error}
      isLoading={data === undefined}
      isStale={isStale}
      empty={empty}
      isEmpty={total === 0}
      title={words.title(field.label)}
      summary={leader ? words.summary(leader.option.label, leader.size, formatPercent(leader.size / total)) : ''}
    >
      {(titleId) => (
        <table className={styles.chart} aria-labelledby={titleId}>
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
                <td>
                  <Bar
                    bar={bar}
                    href={buildRowsUrl(tracker, field, view, bar.id, bar.option)}
                    share={bar.size / largest}
                  />
                </td>
                <td className={styles.share}>{formatPercent(bar.size / total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ChartFrame>
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
