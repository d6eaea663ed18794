import type { Field } from './field.ts'

/** One setting of a field type: its default and the parser of its text in archives. */
export interface Property {
  readonly default: unknown
  /** undefined: it is no value of the setting. */
  read(text: string): unknown
}

/** Settings by the names they have in archives, in `specific_properties` and in store, in the order of the wire. */
export type PropertyTable = Readonly<Record<string, Property>>

/** A whole number that is stored exactly. */
export const createIntegerProperty = (defaultValue: number | null): Property => ({
  default: defaultValue,
  read: (text) => (/^\s*[+-]?\d+\s*$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined),
})

/** A whole number that is not negative: a size, a limit. */
export const createSizeProperty = (defaultValue: number): Property => {
  const { read } = createIntegerProperty(defaultValue)
  return { default: defaultValue, read: (text) => (text.trim().startsWith('-') ? undefined : read(text)) }
}

export const createDecimalProperty = (defaultValue: number | null): Property => ({
  default: defaultValue,
  read: (text) => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined),
})

export const createTextProperty = (defaultValue: string): Property => ({ default: defaultValue, read: (text) => text })

/** Is called with each attribute that is no value of its setting, which gets the default. */
export type ReportInvalidProperty = (name: string, text: string) => void

/**
 * Settings out of an archive's attributes; what is not written, or empty, has its default (docs/api/archive-format.md
 * §1.8, §2.3).
 */
export function readProperties(
  table: PropertyTable,
  attributes: Readonly<Record<string, string>>,
  reportInvalid: ReportInvalidProperty,
): Record<string, unknown> {
  const read = ([name, property]: [string, Property]) => {
    const text = attributes[name]
    if (text === undefined) return [name, property.default]
    const value = property.read(text)
    if (value === undefined && text.trim() !== '') reportInvalid(name, text)
    return [name, value ?? property.default]
  }
  return Object.fromEntries(Object.entries(table).map(read))
}

/** A setting of a field, or the default of its type. */
export const findProperty = (table: PropertyTable, field: Field, name: string): unknown =>
  field.properties[name] ?? table[name]?.default ?? null

/** `specific_properties`: an empty array when the type has none (docs/api/trackers.md §3.4). */
export function representSpecificProperties(
  table: PropertyTable,
  field: Pick<Field, 'properties'>,
): Readonly<Record<string, unknown>> | readonly never[] {
  const names = Object.keys(table)
  if (names.length === 0) return []
  return Object.fromEntries(names.map((name) => [name, field.properties[name] ?? table[name]?.default ?? null]))
}
