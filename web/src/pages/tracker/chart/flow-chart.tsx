import { type ReactNode, useId, useRef } from 'react'
import type { GroupInterval } from '../../../data/artifact-group-history.ts'
import { formatNumber } from '../../../design/format-number.ts'
import { Link } from '../../../design/link.tsx'
import { Plot } from '../../../design/plot.tsx'
import { useWidth } from '../../../design/use-width.ts'
import { texts } from '../../../texts/texts.ts'
import styles from './chart.module.css'
import { ChartFrame } from './chart-frame.tsx'
import type { ChartProps } from './chart-props.ts'
import { Pattern, PatternMark } from './pattern.tsx'
import { buildSubmissionUrl } from './rows-url.ts'
import { useHistory } from './use-history.ts'

const words = texts.tracker.chart

const kinds = [
  { key: 'created', title: words.created, color: 'deep-blue' },
  { key: 'closed', title: words.closed, color: 'sherwood-green' },
] as const

/** How many artifacts of a query were created and closed in each interval. */
export function FlowChart(props: ChartProps): ReactNode {
  const { tracker, view, interval, empty } = props
  const { history, names, totals, state } = useHistory(props)
  const [created = 0, closed = 0] = kinds.map(({ key }) => history.reduce((sum, each) => sum + (each[key] ?? 0), 0))
  const summary = words.flowSummary(words.periods[interval], created, closed)
  return (
    <ChartFrame
      {...state}
      empty={empty}
      isEmpty={(totals.at(-1) ?? 0) === 0}
      title={words.flowTitle}
      summary={summary}
      fileName={`${tracker.item_name}-created-closed`}
      figures={{
        titles: kinds.map(({ title }) => title),
        rows: history.map((each, index) => ({
          name: names[index] ?? '',
          numbers: [
            {
              count: each.created,
              content:
                each.created === 0 ? undefined : (
                  <Link href={buildSubmissionUrl(tracker, view, each)}>{formatNumber(each.created)}</Link>
                ),
            },
            { count: each.closed ?? 0 },
          ],
        })),
      }}
    >
      {() => <Bars history={history} names={names} label={`${words.flowTitle}. ${summary}`} />}
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
