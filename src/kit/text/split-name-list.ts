/** Splits a comma-separated list; empty items are left out. */
export const splitNameList = (text: string): string[] =>
  text.split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]))
