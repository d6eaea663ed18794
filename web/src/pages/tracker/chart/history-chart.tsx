import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { formatNumber } from '../../../design/format-number.ts'
import { formatPercent } from '../../../design/format-percent.ts'
import { Link } from '../../../design/link.tsx'
import { Plot, plotHeight } from '../../../design/plot.tsx'
import { useWidth } from '../../../design/use-width.ts'
import { texts } from '../../../texts/texts.ts'
import styles from './chart.module.css'
import { ChartFrame } from './chart-frame.tsx'
import type { ChartProps } from './chart-props.ts'
import { Pattern, PatternMark } from './pattern.tsx'
import { printArea } from './print-path.ts'
import { buildRowsUrl } from './rows-url.ts'
import { buildSeries, type Series, stackSeries } from './series.ts'
import { useHistory } from './use-history.ts'

const words = texts.tracker.chart

/** How many artifacts of a query had each value of a list over time: areas on top of each other. */
export function HistoryChart(props: ChartProps): ReactNode {
  const { tracker, field, view, interval, empty } = props
  const { history, names, totals, state } = useHistory(props)
  const series = useMemo(() => buildSeries(field, history), [field, history])
  const title = words.historyTitle(field.label)
  const summary = words.historySummary(words.periods[interval], totals[0] ?? 0, totals.at(-1) ?? 0)
  return (
    <ChartFrame
      {...state}
      empty={empty}
      isEmpty={series.length === 0}
      title={title}
      summary={summary}
      fileName={`${tracker.item_name}-${field.name}`}
      figures={{
        titles: series.map(nameSeries),
        rows: names.map((name, index) => ({
          name,
          numbers: series.map(({ sizes }) => ({ count: sizes[index] ?? 0 })),
        })),
      }}
    >
      {(titleId) => (
        <Areas
          key={interval}
          titleId={titleId}
          label={`${title}. ${summary}`}
          fieldLabel={field.label}
          series={series}
          names={names}
          totals={totals}
          urlOf={({ id, option }) =>
            id === null || option === null ? undefined : buildRowsUrl(tracker, field, view, id, option)
          }
        />
      )}
    </ChartFrame>
  )
}

const nameSeries = ({ option }: Series): string => option?.label ?? words.others

interface AreasProps {
  readonly titleId: string
  readonly label: string
  readonly fieldLabel: string
  readonly series: readonly Series[]
  readonly names: readonly string[]
  readonly totals: readonly number[]
  /** The artifacts that have the value now. */
  readonly urlOf: (series: Series) => string | undefined
}

/** The areas, and the numbers at one time, which a pointer or the slider below them chooses. */
function Areas({ titleId, label, fieldLabel, series, names, totals, urlOf }: AreasProps): ReactNode {
  const patternId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const last = names.length - 1
  const [chosen, setChosen] = useState(last)
  const index = Math.min(chosen, last)
  const edges = useMemo(() => stackSeries(series), [series])
  const idOf = (place: number): string => `${patternId}${place}`
  return (
    <>
      <div ref={frame}>
        <Plot width={width} largest={Math.max(...totals)} names={names} label={label} onPoint={setChosen}>
          {({ x, y }) => (
            <>
              <defs>
                {series.map(({ color }, place) => (
                  <Pattern key={idOf(place)} id={idOf(place)} color={color} index={place} />
                ))}
              </defs>
              {edges.map(({ from, to }, place) => (
                <path
                  key={idOf(place)}
                  d={printArea(from, to, { x, y })}
                  fill={`url(#${idOf(place)})`}
                  stroke="var(--surface-1)"
                  strokeWidth="1.5"
                />
              ))}
              <path d={`M${x(index)} 0V${plotHeight}`} stroke="var(--text-1)" strokeWidth="1.5" />
            </>
          )}
        </Plot>
        <input
          type="range"
          style={{ inlineSize: '100%', accentColor: 'var(--accent)' }}
          aria-label={words.time}
          aria-valuetext={names[index]}
          min={0}
          max={last}
          value={index}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      </div>
      <table className={styles.chart} aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col" style={{ textAlign: 'start' }}>
              {fieldLabel}
            </th>
            <th scope="col" style={{ textAlign: 'start' }}>
              {names[index]}
            </th>
            <th scope="col" className={styles.share}>
              {words.share}
            </th>
          </tr>
        </thead>
        <tbody>
          {series.map((each, place) => (
            <tr key={idOf(place)}>
              <th scope="row">
                <span className={styles.value}>
                  <PatternMark id={idOf(place)} />
                  {nameSeries(each)}
                </span>
              </th>
              <td>
                <Count series={each} index={index} href={index === last ? urlOf(each) : undefined} />
              </td>
              <td className={styles.share}>
                {formatPercent((each.sizes[index] ?? 0) / Math.max(1, totals[index] ?? 0))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Count({
  series,
  index,
  href,
}: {
  readonly series: Series
  readonly index: number
  readonly href: string | undefined
}): ReactNode {
  const count = series.sizes[index] ?? 0
  return href === undefined ? (
    <span className={styles.line}>{formatNumber(count)}</span>
  ) : (
    <Link href={href} className={styles.line} aria-label={texts.tracker.board.columnLabel(nameSeries(series), count)}>
      {formatNumber(count)}
    </Link>
  )
}
