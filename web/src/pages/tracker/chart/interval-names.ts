import type { GroupInterval } from '../../../data/artifact-group-history.ts'
import { lazily } from '../../../lazily.ts'
import { pageLocale } from '../../../texts/language.ts'
import { texts } from '../../../texts/texts.ts'
import type { Layout } from '../view.ts'

const day = lazily(() => new Intl.DateTimeFormat(pageLocale, { dateStyle: 'medium', timeZone: 'UTC' }))
const month = lazily(() => new Intl.DateTimeFormat(pageLocale, { month: 'long', year: 'numeric', timeZone: 'UTC' }))

/** What an interval is called. It begins with a day of the server, which is shown as it is written. */
export function nameInterval({ from }: GroupInterval, interval: Layout['interval']): string {
  const date = new Date(`${from.slice(0, 10)}T00:00:00Z`)
  if (interval === 'month') return month().format(date)
  return interval === 'day' ? day().format(date) : texts.tracker.chart.week(day().format(date))
}
