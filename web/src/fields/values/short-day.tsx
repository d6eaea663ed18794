import type { ReactNode } from 'react'
import { countDays, getToday } from '../../design/calendar-day.ts'
import { DateTime } from '../../design/date-time.tsx'
import { Icon } from '../../design/icon.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './line.module.css'

/** Days before which a due date is marked. */
const soonDays = 2

/** A day in one line; `isDue`: marked if it is near or in the past. */
export function ShortDay({ at, isDue }: { readonly at: string; readonly isDue: boolean }): ReactNode {
  const days = isDue ? countDays(getToday(), at.slice(0, 10)) : Number.POSITIVE_INFINITY
  return (
    <span className={days < 0 ? styles.late : days <= soonDays ? styles.soon : undefined}>
      <DateTime at={at} as="shortDay" />
      {days < 0 && (
        <>
          {' '}
          <Icon name="clock" />
          <VisuallyHidden>{texts.tracker.overdue}</VisuallyHidden>
        </>
      )}
    </span>
  )
}
