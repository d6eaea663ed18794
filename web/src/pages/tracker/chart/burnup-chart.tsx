import { type ReactNode, useId, useRef } from 'react'
import { colored } from '../../../design/badge.tsx'
import { formatNumber } from '../../../design/format-number.ts'
import { Link } from '../../../design/link.tsx'
import { Plot, plotHeight } from '../../../design/plot.tsx'
import { useWidth } from '../../../design/use-width.ts'
import { texts } from '../../../texts/texts.ts'
import styles from './chart.module.css'
import { ChartFrame } from './chart-frame.tsx'
import type { ChartProps } from './chart-props.ts'
import { Pattern, PatternMark } from './pattern.tsx'
import { printArea, printLine } from './print-path.ts'
import { buildConditionUrl, buildSubmissionUrl } from './rows-url.ts'
import { useHistory } from './use-history.ts'

const words = texts.tracker.chart

/** How many artifacts of a query there were over time, and how many of them were closed. */
export function BurnupChart(props: ChartProps): ReactNode {
  const { tracker, view, interval, empty } = props
  const { history, names, totals, state } = useHistory(props)
  const open = new Set(tracker.semantics.status?.value_ids)
  const done = history.map(({ groups }) =>
    groups.reduce((sum, { value_id, size }) => sum + (open.has(value_id) ? 0 : size), 0),
  )
  const last = names.length - 1
  const [scope = 0, closed = 0] = [totals[last], done[last]]
  const summary = words.burnupSummary(
    words.periods[interval],
    words.fromTo(totals[0] ?? 0, scope),
    words.fromTo(done[0] ?? 0, closed),
  )
  const link = (count: number, href: string): ReactNode =>
    count === 0 ? undefined : <Link href={href}>{formatNumber(count)}</Link>
  return (
    <ChartFrame
      {...state}
      empty={empty}
      isEmpty={scope === 0}
      title={words.kinds.progress}
      summary={summary}
      fileName={`${tracker.item_name}-burnup`}
      figures={{
        titles: [words.scope, words.done],
        rows: history.map(({ until }, index) => ({
          name: names[index] ?? '',
          numbers: [
            {
              count: totals[index] ?? 0,
              content: link(
                totals[index] ?? 0,
                buildSubmissionUrl(tracker, view, { from: null, until: index === last ? null : until }),
              ),
            },
            {
              count: done[index] ?? 0,
              // Queries are about the present values only.
              content: index === last ? link(closed, buildConditionUrl(tracker, view, '@status != OPEN()')) : undefined,
            },
          ],
        })),
      }}
    >
      {() => <Lines scope={totals} done={done} names={names} label={`${words.kinds.progress}. ${summary}`} />}
    </ChartFrame>
  )
}

interface LinesProps {
  readonly scope: readonly number[]
  readonly done: readonly number[]
  readonly names: readonly string[]
  readonly label: string
}

const [scopeColor, doneColor] = ['deep-blue', 'sherwood-green']

/** A dashed line of all artifacts above the area of the closed ones. */
function Lines({ scope, done, names, label }: LinesProps): ReactNode {
  const patternId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const zeros = done.map(() => 0)
  const room = width / Math.max(1, names.length - 1)
  return (
    <div ref={frame}>
      <Plot width={width} largest={Math.max(...scope)} names={names} label={label}>
        {({ x, y }) => (
          <>
            <defs>
              <Pattern id={patternId} color={doneColor} index={1} />
            </defs>
            <path d={printArea(zeros, done, { x, y })} fill={`url(#${patternId})`} />
            <Line color={doneColor} d={printLine(done, { x, y })} />
            <Line color={scopeColor} d={printLine(scope, { x, y })} isDashed />
            {names.map((name, index) => (
              <rect key={name} x={x(index) - room / 2} width={room} height={plotHeight} fillOpacity="0">
                <title>{`${name}: ${words.scope} ${scope[index]}, ${words.done} ${done[index]}`}</title>
              </rect>
            ))}
          </>
        )}
      </Plot>
      <p className={styles.value}>
        <svg width="16" height="16" aria-hidden="true" focusable="false">
          <Line color={scopeColor} d="M0 8H16" isDashed />
        </svg>
        {words.scope}
      </p>
      <p className={styles.value}>
        <PatternMark id={patternId} />
        {words.done}
      </p>
    </div>
  )
}

interface LineProps {
  readonly color: string
  readonly d: string
  readonly isDashed?: boolean
}

const Line = ({ color, d, isDashed = false }: LineProps): ReactNode => (
  <g {...colored(color)}>
    <path d={d} fill="none" stroke="var(--mark)" strokeWidth="2" strokeDasharray={isDashed ? '6 4' : undefined} />
  </g>
)
