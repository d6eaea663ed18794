import { pageLocale } from '../texts/language.ts'
import { texts } from '../texts/texts.ts'

/** Formats a number of bytes with a unit. */
export function formatBytes(bytes: number): string {
  const units = texts.states.byteUnits
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const number = bytes / 1024 ** power
  return `${number.toLocaleString(pageLocale, { maximumFractionDigits: number < 10 ? 1 : 0 })} ${units[power]}`
}
