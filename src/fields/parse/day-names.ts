import type { Day } from './wall-time.ts'

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** Returns the number of a weekday, 0 for Sunday, by its name in lower case or the first three letters of it. */
export const findWeekday = (name: string): number | undefined => find(weekdays, name)

const daysFromToday: ReadonlyMap<string, number> = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
])

/** Returns how many days after today a day is that is named after today, in lower case. */
export const findDaysFromToday = (name: string): number | undefined => daysFromToday.get(name)

/** Returns the number of a month, 1 for January, by its name in lower case or the first three letters of it. */
export function findMonth(name: string): number | undefined {
  const index = find(months, name)
  return index === undefined ? undefined : index + 1
}

function find(names: readonly string[], name: string): number | undefined {
  const index = names.findIndex((full) => name === full || name === full.slice(0, 3))
  return index === -1 ? undefined : index
}

/** Returns the weekday of a day, 0 for Sunday. */
export const computeWeekday = ({ year, month, day }: Day): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay()
