import type { ReactNode } from 'react'
import { colored } from '../../../design/badge.tsx'

/** Lines and dots on a square of 8, so that neighbours differ without their colors. */
const shapes = [
  '',
  'M-2 2l4-4M0 8l8-8M6 10l4-4',
  'M2 2h1v1h-1zM6 6h1v1h-1z',
  'M0 2h8M0 6h8',
  'M-2 6l4 4M0 0l8 8M6-2l4 4',
  'M2 0v8M6 0v8',
]

interface PatternProps {
  readonly id: string
  readonly color: string
  /** Place among its neighbours. */
  readonly index: number
}

/** A filling of an area in a color. */
export const Pattern = ({ id, color, index }: PatternProps): ReactNode => {
  const shape = shapes[index % shapes.length]
  return (
    <g {...colored(color)}>
      <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse">
        <rect width="8" height="8" fill="var(--mark)" fillOpacity={shape === '' ? 1 : 0.4} />
        <path d={shape} stroke="var(--mark)" strokeWidth="1.5" />
      </pattern>
    </g>
  )
}

/** The filling of an area, next to its name. */
export const PatternMark = ({ id }: { readonly id: string }): ReactNode => (
  <svg width="16" height="16" aria-hidden="true" focusable="false">
    <rect width="16" height="16" rx="3" fill={`url(#${id})`} />
  </svg>
)
