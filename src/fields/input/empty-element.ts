import type { FieldValueInput } from '../contexts/write-context.ts'

/** Clears a text: null would leave it as it is. */
export const readEmptyText = (entry: FieldValueInput): FieldValueInput => ({ ...entry, value: '' })

/** Types that read the empty element itself, as an empty list. */
export const keepEmptyElement = (entry: FieldValueInput): FieldValueInput => entry
