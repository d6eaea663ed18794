import { lazily } from '../lazily.ts'

/** Functions that write numbers in one language. */
interface NumberFormats {
  /** Writes a number with the separators of the language. */
  readonly formatCount: (n: number) => string
  /** Returns the form of a noun for a number, without the number. */
  readonly selectForm: (n: number, one: string, other: string) => string
  /** Writes a number and the form of a noun for it. */
  readonly formatPlural: (n: number, one: string, other: string) => string
}

/** Numbers from here on have separators. */
const firstWithSeparator = 1000

/**
 * Returns the functions of a language; `isOne` is its rule for the singular. The rules and formats of the browser are
 * the same, but loading them takes a tenth of the first view.
 */
export function createNumberFormats(language: string, isOne: (n: number) => boolean): NumberFormats {
  const format = lazily(() => new Intl.NumberFormat(language))
  const formatCount = (n: number): string =>
    Number.isInteger(n) && n >= 0 && n < firstWithSeparator ? String(n) : format().format(n)
  const selectForm: NumberFormats['selectForm'] = (n, one, other) => (isOne(n) ? one : other)
  return { formatCount, selectForm, formatPlural: (n, one, other) => `${formatCount(n)} ${selectForm(n, one, other)}` }
}
