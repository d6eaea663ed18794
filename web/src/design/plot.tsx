import type { PointerEvent, ReactNode } from 'react'
import { formatNumber } from './format-number.ts'
import { computeScale } from './plot-scale.ts'

export const plotHeight = 260
/** Room for half of the handle of a slider on both sides, and for the names of the times below. */
const [margin, footHeight] = [8, 24]

/** Where numbers are in a plot, in pixels. */
export interface PlotScale {
  /** The horizontal place of a point; halves are between points. */
  readonly x: (index: number) => number
  /** The vertical place of a number of artifacts. */
  readonly y: (count: number) => number
}

interface PlotProps {
  /** In pixels. */
  readonly width: number
  readonly largest: number
  /** Names of the times, one for each point. */
  readonly names: readonly string[]
  /** Describes the plot for those who do not see it. */
  readonly label: string
  /** The points are between the edges, with room around each, instead of at them. */
  readonly isBanded?: boolean
  readonly onPoint?: (index: number) => void
  readonly children: (scale: PlotScale) => ReactNode
}

/** Horizontal lines with their numbers, the first and the last time, and what is drawn between them. */
export function Plot({ width, largest, names, label, isBanded = false, onPoint, children }: PlotProps): ReactNode {
  const { top, step } = computeScale(largest)
  const last = Math.max(1, names.length - 1)
  const room = Math.max(0, width - 2 * margin)
  const x = (index: number): number =>
    margin + room * (isBanded ? (index + 0.5) / Math.max(1, names.length) : index / last)
  const y = (count: number): number => 4 + (plotHeight - 4) * (1 - count / top)
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const place = event.clientX - event.currentTarget.getBoundingClientRect().left
    onPoint?.(Math.min(last, Math.max(0, Math.round(((place - margin) / room) * last))))
  }
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={plotHeight + footHeight}
      style={{ display: 'block', touchAction: 'pan-y' }}
      onPointerMove={point}
      onPointerDown={point}
    >
      {children({ x, y })}
      {lines.map((count) => (
        <path key={count} d={`M0 ${y(count)}H${width}`} stroke="var(--line)" strokeWidth="1" />
      ))}
      <g fill="var(--text-1)" stroke="var(--surface-1)" strokeWidth="3" paintOrder="stroke" fontSize="12">
        {lines.slice(1).map((count) => (
          <text key={count} x={margin + 4} y={y(count) + 14}>
            {formatNumber(count)}
          </text>
        ))}
        <text x={margin} y={plotHeight + 18}>
          {names[0]}
        </text>
        <text x={width - margin} y={plotHeight + 18} textAnchor="end">
          {names.at(-1)}
        </text>
      </g>
    </svg>
  )
}
