import type { ValueEntry } from '../../data/trackers.ts'

export type BurndownChart = Extract<ValueEntry, { type: 'burndown' }>['value']

/** More days would be less than a pixel apart. */
const maxDays = 1300

/**
 * The working days of the period as `YYYY-MM-DD`, the first one included: those that the chart has points for, then those
 * to come.
 */
export function listBurndownDays({ duration, opening_days, points_with_date }: BurndownChart): readonly string[] {
  const days = points_with_date.map(({ date }) => date.slice(0, 10))
  const last = days.at(-1)
  if (last === undefined || opening_days.length === 0) return days
  const count = Math.min((duration ?? 0) + 1, maxDays)
  const next = new Date(`${last}T00:00:00Z`)
  while (days.length < count) {
    next.setUTCDate(next.getUTCDate() + 1)
    if (opening_days.includes(next.getUTCDay())) days.push(next.toISOString().slice(0, 10))
  }
  return days
}
