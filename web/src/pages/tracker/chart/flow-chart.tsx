import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import { type GroupInterval, useGroupHistory } from '../../../data/artifact-group-history.ts'
import { formatNumber } from '../../../design/format-number.ts'
import { Link } from '../../../design/link.tsx'
import { Plot } from '../../../design/plot.tsx'
import { useWidth } from '../../../design/use-width.ts'
import { getFieldType } from '../../../fields/registry.ts'
import { texts } from '../../../texts/texts.ts'
import { useLiveGroups } from '../use-live-groups.ts'
import { printView, quote, type View } from '../view.ts'
import styles from './chart.module.css'
import { ChartFrame } from './chart-frame.tsx'
import type { ChartProps } from './chart-props.ts'
import { Figures } from './figures.tsx'
import { nameInterval } from './interval-names.ts'
import { Pattern, PatternMark } from './pattern.tsx'

const words = texts.tracker.chart

const kinds = [
  { key: 'created', title: words.created, color: 'deep-blue' },
  { key: 'closed', title: words.closed, color: 'sherwood-green' },
] as const

/** How many artifacts of a query were created and closed in each interval. */
export function FlowChart({ tracker, field, view, where, interval, onTotal, empty }: ChartProps): ReactNode {
  const { data, error, isStale } = useGroupHistory(tracker.id, field.field_id, where, interval)
  useLiveGroups({ tracker })
  const history = useMemo(() => data ?? [], [data])
  const names = useMemo(() => history.map((each) => nameInterval(each, interval)), [history, interval])
  const total = history.at(-1)?.groups.reduce((sum, { size }) => sum + size, 0) ?? 0
  useEffect(() => onTotal(data === undefined || error !== null ? null : total), [onTotal, data, error, total])
  const [created = 0, closed = 0] = kinds.map(({ key }) => history.reduce((sum, each) => sum + (each[key] ?? 0), 0))
  const summary = words.flowSummary(words.periods[interval], created, closed)
  return (
    <ChartFrame
      error={error}
      isLoading={data === undefined}
      isStale={isStale}
      empty={empty}
      isEmpty={total === 0}
      title={words.flowTitle}
      summary={summary}
    >
      {() => (
        <div className={styles.chart}>
          <Bars history={history} names={names} label={`${words.flowTitle}. ${summary}`} />
          <Figures
            titles={kinds.map(({ title }) => title)}
            rows={history.map((each, index) => ({
              name: names[index] ?? '',
              numbers: [
                {
                  count: each.created,
                  content: <Created tracker={tracker} view={view} where={where} interval={each} />,
                },
                { count: each.closed ?? 0 },
              ],
            }))}
            fileName={`${tracker.item_name}-created-closed`}
          />
        </div>
      )}
    </ChartFrame>
  )
}

interface BarsProps {
  readonly history: readonly GroupInterval[]
  readonly names: readonly string[]
  readonly label: string
}

/** Two bars next to each other for each interval. */
function Bars({ history, names, label }: BarsProps): ReactNode {
  const patternId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const barWidth = (0.4 * width) / Math.max(1, history.length)
  const largest = Math.max(...history.flatMap(({ created, closed }) => [created, closed ?? 0]))
  return (
    <div ref={frame}>
      <Plot width={width} largest={largest} names={names} label={label} isBanded>
        {({ x, y }) => (
          <>
            <defs>
              {kinds.map(({ key, color }, place) => (
                <Pattern key={key} id={`${patternId}${place}`} color={color} index={place} />
              ))}
            </defs>
            {history.map((each, index) => (
              <g key={names[index]}>
                <title>{`${names[index]}: ${kinds.map(({ key, title }) => `${title} ${each[key] ?? 0}`).join(', ')}`}</title>
                {kinds.map(({ key }, place) => (
                  <rect
                    key={key}
                    x={x(index) + (place - 1) * barWidth}
                    y={y(each[key] ?? 0)}
                    width={barWidth}
                    height={y(0) - y(each[key] ?? 0)}
                    fill={`url(#${patternId}${place})`}
                  />
                ))}
              </g>
            ))}
          </>
        )}
      </Plot>
      {kinds.map(({ key, title }, place) => (
        <p key={key} className={styles.value}>
          <PatternMark id={`${patternId}${place}`} />
          {title}
        </p>
      ))}
    </div>
  )
}

interface CreatedProps {
  readonly tracker: TrackerRepresentation
  readonly view: View
  readonly where: string
  readonly interval: GroupInterval
}

/** The number of artifacts that were created in an interval, which leads to them. */
function Created({ tracker, view, where, interval: { created, from, until } }: CreatedProps): ReactNode {
  const field = tracker.fields.find(({ is_used, type }) => is_used && getFieldType(type).isSubmissionDate)
  if (field === undefined || created === 0) return formatNumber(created)
  const dates = [from, lastDayOf(until)].map((date) => quote(date.slice(0, 10))).join(', ')
  const text = [where === '' ? '' : `(${where})`, `${field.name} BETWEEN(${dates})`]
    .filter((part) => part !== '')
    .join(' AND ')
  const rows = printView({ ...view, text, isOpenOnly: false, isMine: false, filters: new Map() })
  return <Link href={`/trackers/${tracker.id}?${rows}`}>{formatNumber(created)}</Link>
}

/** The last day of an interval that ends at this time; a time at midnight ends the day before. */
function lastDayOf(until: string): string {
  if (!until.slice(11).startsWith('00:00:00')) return until
  return new Date(Date.parse(`${until.slice(0, 10)}T00:00:00Z`) - 86_400_000).toISOString()
}
