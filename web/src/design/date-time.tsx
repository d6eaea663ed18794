import { type ReactNode, use } from 'react'
import { lazily } from '../lazily.ts'
import { pageLocale } from '../texts/language.ts'
import { HintsContext } from './hints.ts'

const day = 86_400_000
// Each takes milliseconds of the first view, and few pages need all.
const relative = lazily(() => new Intl.RelativeTimeFormat(pageLocale, { numeric: 'auto' }))
const exactly = lazily(() => new Intl.DateTimeFormat(pageLocale, { dateStyle: 'full', timeStyle: 'short' }))
const withTime = lazily(() => new Intl.DateTimeFormat(pageLocale, { dateStyle: 'medium', timeStyle: 'short' }))
const onlyDay = lazily(() => new Intl.DateTimeFormat(pageLocale, { dateStyle: 'medium' }))
const dayOfYear = lazily(() => new Intl.DateTimeFormat(pageLocale, { day: 'numeric', month: 'short' }))

interface DateTimeProps {
  readonly at: string
  /** `past`: relative up to a week; `exact`: day and time; `day`: only the day, as written; `shortDay`: without this year. */
  readonly as?: 'past' | 'exact' | 'day' | 'shortDay'
}

/** A moment in the reader's zone; all of it is in the hint. */
export function DateTime({ at, as = 'past' }: DateTimeProps): ReactNode {
  const hasHint = use(HintsContext)
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return at
  return (
    <time dateTime={at} title={hasHint ? exactly().format(date) : undefined}>
      {as === 'exact' ? withTime().format(date) : as === 'past' ? inWords(date) : formatDay(at, as === 'shortDay')}
    </time>
  )
}

/** The hint of a moment. */
export const describeMoment = (at: string): string => exactly().format(new Date(at))

/** A day has no time zone: it is shown as written. */
export function formatDay(at: string, isShort = false): string {
  const [year = 0, month = 1, dayOfMonth = 1] = at.slice(0, 10).split('-').map(Number)
  const isThisYear = year === new Date().getFullYear()
  return (isShort && isThisYear ? dayOfYear : onlyDay)().format(new Date(year, month - 1, dayOfMonth))
}

function inWords(date: Date): string {
  const ago = Date.now() - date.getTime()
  if (ago < -60_000 || ago >= 7 * day) return onlyDay().format(date)
  if (ago < 60_000) return relative().format(0, 'second')
  if (ago < 3_600_000) return relative().format(-Math.floor(ago / 60_000), 'minute')
  if (ago < day) return relative().format(-Math.floor(ago / 3_600_000), 'hour')
  return relative().format(-Math.floor(ago / day), 'day')
}
