import { type ReactNode, useRef } from 'react'
import { formatDay } from '../../design/date-time.tsx'
import { formatNumber } from '../../design/format-number.ts'
import { Plot } from '../../design/plot.tsx'
import { useWidth } from '../../design/use-width.ts'
import { texts } from '../../texts/texts.ts'
import { type BurndownChart, listBurndownDays } from './burndown-days.ts'

const words = texts.artifact

/** The remaining effort of each working day, and a straight line to none at the end of the period. */
export function BurndownPlot({ chart }: { readonly chart: BurndownChart }): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const days = listBurndownDays(chart)
  const efforts = chart.points_with_date.flatMap(({ remaining_effort }, index) =>
    remaining_effort === null ? [] : [{ index, effort: remaining_effort }],
  )
  const start = chart.capacity ?? efforts[0]?.effort ?? 0
  const present = efforts.at(-1)?.effort
  if (present === undefined) return null
  return (
    <div ref={frame}>
      <Plot
        width={width}
        largest={Math.max(start, ...efforts.map(({ effort }) => effort))}
        names={days.map((day) => formatDay(day))}
        label={words.burndown(formatNumber(start), formatNumber(present))}
      >
        {({ x, y }) => (
          <g fill="none" strokeWidth="2">
            <path
              d={`M${x(0)} ${y(start)}L${x(days.length - 1)} ${y(0)}`}
              stroke="var(--text-3)"
              strokeDasharray="6 4"
            />
            <path
              d={`M${efforts.map(({ index, effort }) => `${x(index)} ${y(effort)}`).join('L')}`}
              stroke="var(--accent)"
            />
            {efforts.map(({ index, effort }) => (
              <circle key={index} cx={x(index)} cy={y(effort)} r="3" fill="var(--accent)" />
            ))}
          </g>
        )}
      </Plot>
    </div>
  )
}
