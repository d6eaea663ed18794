import { message } from '../../kit/messages/message.ts'
import { Type } from '../../kit/values/schema.ts'
import { createNumberFieldType } from '../families/number-field.ts'
import { defineEntry, type EntryOf, nullable } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { type ConvertedValue, keepWhole } from '../model/conversion.ts'
import type { Property } from '../model/properties.ts'
import { createNumberSearch } from '../search/numbers.ts'

const DurationEntry = defineEntry('DurationValue', {
  value: nullable(Type.Integer({ minimum: 0, description: 'Minutes.' })),
})

declare module '../model/field.ts' {
  interface FieldTypeNames {
    duration: EntryOf<'duration', typeof DurationEntry>
  }
}

const pattern = /^(?=\d)(?:(\d+)\s*h)?\s*(?:(\d+)\s*(?:m|min)?)?$/i

/** Parses `2h 30m`, `2h`, `90m`; a number is one of minutes. Days are none: a working day has no fixed length. */
export function parseDuration(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const [match, hours = '0', minutes = '0'] = pattern.exec(text) ?? []
  const sum = Number(hours) * 60 + Number(minutes)
  return match !== undefined && Number.isSafeInteger(sum) ? sum : undefined
}

/** Formats minutes as `2h 30m`. */
export function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...(hours > 0 ? [`${hours}h`] : []), ...(rest > 0 || hours === 0 ? [`${rest}m`] : [])].join(' ')
}

const defaultValue: Property = { default: null, read: (text) => parseDuration(text) }

const convertNumber = (value: number | null): ConvertedValue =>
  value === null || value >= 0
    ? keepWhole(value === null ? null : Math.trunc(value))
    : { value: null, isComplete: false }

const number = createNumberFieldType({
  type: 'duration',
  isInteger: true,
  convert: convertNumber,
  parse: parseDuration,
  describeInvalid: (label) => message`${label} is not a duration, such as 2h 30m or a number of minutes.`,
  describeInvalidCell: (cell) => message`${cell} is not a duration, such as 2h 30m`,
  properties: { default_value: defaultValue },
  search: createNumberSearch((name) => message`duration field '${name}'`, parseDuration),
})

/** A duration in minutes, which people read and write as `2h 30m` (docs/api/field-values.md §5.1). */
export const duration: FieldType<number | null> = {
  ...number,
  entry: DurationEntry,
  describe: ({ value }) => (typeof value === 'number' ? formatDuration(value) : ''),
  csv: { ...number.csv, write: (value) => (typeof value === 'number' ? formatDuration(value) : '') },
  // Other importers of the format leave out external fields that they do not know, with a warning, but no other types.
  archiveElement: 'externalField',
  ...(number.archive && { archive: { ...number.archive, needsExtension: () => true } }),
}
