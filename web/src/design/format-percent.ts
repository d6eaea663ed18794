import { lazily } from '../lazily.ts'
import { pageLocale } from '../texts/language.ts'

const format = lazily(() => new Intl.NumberFormat(pageLocale, { style: 'percent' }))

/** A part of a whole in the reader's notation, without decimals. */
export const formatPercent = (part: number, whole: number): string => format().format(part / whole)
