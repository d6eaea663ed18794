import type { ReactNode } from 'react'
import type { FieldRepresentation } from '../../../src/trackers/representations/field.ts'
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
  const isOpen = open.has(id)
  const alike = order.filter((each) => open.has(each) === isOpen)
  return stageOfPlace(isOpen, { index: alike.indexOf(id), count: alike.length })
}

/** The same by the place of the value among the open values of its list, or among the others; null: not known. */
export function stageOfPlace(
  isOpen: boolean,
  place: { readonly index: number; readonly count: number } | null,
): StatusStage {
  if (place === null) return isOpen ? 'early' : 'done'
  const { index, count } = place
  if (!isOpen) return index === 0 ? 'done' : 'closed'
  if (index === 0) return count > 1 ? 'first' : 'early'
  if (index === count - 1 && count > 2) return 'late'
  return index === 1 && count > 3 ? 'early' : 'middle'
}

/** The stages of the values of a status field, by id. */
export function stagesOf({ values }: FieldRepresentation, openIds: readonly number[]): (id: string) => StatusStage {
  const order = Array.isArray(values) ? values.map(({ id }) => Number(id)) : []
  const open = new Set(openIds)
  return (id) => stageOf(Number(id), order, open)
}
