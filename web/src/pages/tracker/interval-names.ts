import { formatDay } from '../../design/date-time.tsx'
import { lazily } from '../../lazily.ts'
import { pageLocale } from '../../texts/language.ts'
import { texts } from '../../texts/texts.ts'
import type { Layout } from './view.ts'

const month = lazily(() => new Intl.DateTimeFormat(pageLocale, { month: 'long', year: 'numeric', timeZone: 'UTC' }))

/** What an interval is called. It begins with a day of the server, which is shown as it is written. */
export function nameInterval(from: string, interval: Layout['interval']): string {
  if (interval === 'month') return month().format(new Date(`${from.slice(0, 10)}T00:00:00Z`))
  const day = formatDay(from)
  return interval === 'day' ? day : texts.tracker.chart.week(day)
}
