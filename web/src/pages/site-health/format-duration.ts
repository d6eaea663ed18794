import { pageLocale } from '../../texts/language.ts'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Writes a number of seconds in its largest unit: `3 days`. */
export function formatDuration(seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? units[3]
  return new Intl.NumberFormat(pageLocale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.floor(seconds / size),
  )
}
