import { pageLocale } from '../texts/language.ts'

/** A share, without decimals. */
export const formatPercent = (share: number): string =>
  Math.min(1, share).toLocaleString(pageLocale, { style: 'percent', maximumFractionDigits: 0 })
