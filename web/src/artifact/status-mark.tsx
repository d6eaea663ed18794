import type { ReactNode } from 'react'
import styles from './status-mark.module.css'

/** Place of a status in the order of its list; it decides the shape. */
export type StatusStage = 'first' | 'early' | 'middle' | 'late' | 'done' | 'closed'

const shapes: Readonly<Record<StatusStage, ReactNode>> = {
  first: <circle cx="7" cy="7" r="5.5" className={styles.dashed} />,
  early: <circle cx="7" cy="7" r="5.5" />,
  middle: (
    <>
      <circle cx="7" cy="7" r="5.5" />
      <path className={styles.full} d="M7 3.800a3.200 3.200 0 0 1 0 6.400z" />
    </>
  ),
  late: (
    <>
      <circle cx="7" cy="7" r="5.5" />
      <path className={styles.full} d="M7 3.800A3.200 3.200 0 1 1 3.800 7H7z" />
    </>
  ),
  done: (
    <>
      <circle className={styles.full} cx="7" cy="7" r="6.200" />
      <path className={styles.cut} d="M4.300 7.200l1.900 1.900 3.500-3.900" />
    </>
  ),
  closed: (
    <>
      <circle className={styles.full} cx="7" cy="7" r="6.200" />
      <path className={styles.cut} d="M4.500 7h5" />
    </>
  ),
}

interface StatusMarkProps {
  readonly stage: StatusStage
  readonly color?: string | null
}

/** The shape of a status, next to its word. */
export const StatusMark = ({ stage, color }: StatusMarkProps): ReactNode => (
  <svg
    className={styles.mark}
    viewBox="0 0 14 14"
    aria-hidden="true"
    focusable="false"
    data-color={color && !color.startsWith('#') ? color : undefined}
  >
    {shapes[stage]}
  </svg>
)

/** The stage of a value among all values of its list; closed ones are those that the tracker does not count as open. */
export function stageOf(id: number, order: readonly number[], open: ReadonlySet<number>): StatusStage {
  const opened = order.filter((each) => open.has(each))
  if (!open.has(id)) return order.filter((each) => !open.has(each)).indexOf(id) === 0 ? 'done' : 'closed'
  const place = opened.indexOf(id)
  if (place === 0) return opened.length > 1 ? 'first' : 'early'
  if (place === opened.length - 1 && opened.length > 2) return 'late'
  return place === 1 && opened.length > 3 ? 'early' : 'middle'
}
