/** Functions that write numbers in one language. */
interface NumberFormats {
  /** Writes a number with the separators of the language. */
  readonly formatCount: (n: number) => string
  /** Returns the form of a noun for a number, without the number. */
  readonly selectForm: (n: number, one: string, other: string) => string
  /** Writes a number and the form of a noun for it. */
  readonly formatPlural: (n: number, one: string, other: string) => string
}

/** Returns the functions of a language; its plural rules decide which form a number takes. */
export function createNumberFormats(language: string): NumberFormats {
  const format = new Intl.NumberFormat(language)
  const rules = new Intl.PluralRules(language)
  const formatCount = (n: number): string => format.format(n)
  const selectForm: NumberFormats['selectForm'] = (n, one, other) => (rules.select(n) === 'one' ? one : other)
  return { formatCount, selectForm, formatPlural: (n, one, other) => `${formatCount(n)} ${selectForm(n, one, other)}` }
}
