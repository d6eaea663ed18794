import { lazily } from '../lazily.ts'
import { pageLocale } from '../texts/language.ts'

const format = lazily(() => new Intl.NumberFormat(pageLocale, { maximumFractionDigits: 10, useGrouping: false }))

/** A number in the reader's notation. It is not grouped: it may be a year or an id. */
export const formatNumber = (n: number): string => (Number.isSafeInteger(n) && n >= 0 ? String(n) : format().format(n))
