const normalize = (text: string): string =>
  text
    .trim()
    .replace(/[\s\u202f\u00a0]/g, '')
    .replace(',', '.')
    .replace('−', '-')

/** Whether a text is a whole number that JSON carries exactly. */
export const isInt = (text: string): boolean =>
  /^[+-]?\d+$/.test(normalize(text)) && Number.isSafeInteger(Number(normalize(text)))

export const isFloat = (text: string): boolean =>
  /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(normalize(text)) && Number.isFinite(Number(normalize(text)))

/** A number with a point or a comma before its decimals. */
export const parseDecimal = (text: string): number => Number(normalize(text))
