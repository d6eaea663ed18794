/**
 * What a text may hold, in bytes, though the sentence that says so speaks of characters (docs/api/field-values.md §4).
 */
const mostBytes = 65_535

export const isTooLong = (text: string): boolean => Buffer.byteLength(text) > mostBytes

/** The sentence for a value that is too long. */
export const tooLong = (label: string, most: number = mostBytes): string =>
  `${label} can not contain more than ${most} characters.`
