import { message } from '../../kit/messages/message.ts'
import { Type } from '../../kit/values/schema.ts'
import { type EpochSeconds, formatIsoDate, formatWallClock, isRepresentableTime } from '../../kit/values/time.ts'
import { findChild } from '../../kit/xml/element.ts'
import { buildFieldChangeElement, buildValueElement } from '../contexts/archive-write-context.ts'
import type { DescribeContext } from '../contexts/describe-context.ts'
import type { InputParser } from '../contexts/write-context.ts'
import { formatDateCsv } from '../csv/scalars.ts'
import { defineEntry, type EntryOf, nullable } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { editableField } from '../field-type/traits.ts'
import { readEmptyText } from '../input/empty-element.ts'
import { reportProblem } from '../input/report-problem.ts'
import type { Field } from '../model/field.ts'
import { createIntegerProperty, createTextProperty, findProperty, readProperties } from '../model/properties.ts'
import { parseDate } from '../parse/parse-date.ts'
import { dateFormats } from '../parse/parse-exact-date.ts'
import { parseIsoDateTime, parseIsoDay } from '../parse/parse-iso-date.ts'
import { startOfDay } from '../parse/wall-time.ts'
import { createDateSearch } from '../search/dates.ts'

const DateEntry = defineEntry('DateValue', { value: nullable(Type.String()), is_time_displayed: Type.Boolean() })

declare module '../model/field.ts' {
  interface FieldTypeNames {
    date: EntryOf<'date', typeof DateEntry>
  }
}

const todayType = 0
const fixedDateType = 1

const properties = {
  default_value_type: createIntegerProperty(fixedDateType),
  default_value_today: createTextProperty('today'),
  default_value: createIntegerProperty(0),
  display_time: createIntegerProperty(0),
}

const showsTime = (field: Field): boolean => findProperty(properties, field, 'display_time') === 1

const truncate = (moment: EpochSeconds, field: Field, zone: string): EpochSeconds =>
  showsTime(field) ? Math.floor(moment / 60) * 60 : startOfDay(moment, zone)

const input: InputParser<number | null> = {
  parse({ value }, field, context) {
    const { timezone, now, currentValue } = context
    // docs/api/client-needs.md §15: forms send null for fields that the user did not change.
    if (value === null) return undefined
    if (value === undefined || value === '') return null
    // An unchanged value stays exact: also one that was stored before the field showed only days, or in an hour that
    // occurs twice.
    if (typeof currentValue === 'number' && value === formatIsoDate(currentValue, timezone)) return currentValue
    const moment = typeof value === 'string' ? parseDate(value, timezone, now) : undefined
    if (moment !== undefined) return truncate(moment, field, timezone)
    // docs/api/compatibility.md §2: Tuleap stores 1970 without an error.
    const text = JSON.stringify(value).slice(0, 60)
    return reportProblem(context, message`${field.label} is not a date: ${text}. Expected ${dateFormats}.`)
  },
  initialValue(field, { timezone, now }) {
    const moment = defaultMoment(field, now)
    // Compatible with Tuleap 17.4: an untouched date is an empty one, not one that was never set.
    return moment === undefined ? null : truncate(moment, field, timezone)
  },
  isEmpty: (value) => (value ?? null) === null,
}

/** A day, or a minute (docs/api/field-values.md §6). */
export const date: FieldType<number | null> = {
  type: 'date',
  entry: DateEntry,
  ...editableField,
  holds: 'moment',
  readEmptyElement: readEmptyText,
  describe({ value, is_time_displayed: withTime }) {
    if (typeof value !== 'string') return ''
    return withTime === true ? value.slice(0, 16).replace('T', ' ') : value.slice(0, 10)
  },
  structure: {
    properties,
    // docs/api/archive-format.md §2.3: one attribute contains `today` or a timestamp.
    readProperties: ({ default_value = '', display_time = '0' }, reportInvalid) =>
      readProperties(
        properties,
        {
          display_time,
          ...(default_value.trim() === 'today' ? { default_value_type: `${todayType}` } : { default_value }),
        },
        reportInvalid,
      ),
    writeProperties: ({ default_value_type: type, default_value: value, display_time: displayTime }) => ({
      ...(type === todayType ? { default_value: 'today' } : Number(value) > 0 ? { default_value: `${value}` } : {}),
      ...(displayTime === 1 ? { display_time: '1' } : {}),
    }),
    defaultValue: (field, context) => defaultDate(field, context),
    extra: (field) => ({ is_time_displayed: showsTime(field) }),
  },
  input,
  search: createDateSearch({
    hasTime: showsTime,
    within: (range, { id: field }) => ({ kind: 'within', field, family: 'date', range }),
    isAlwaysSet: false,
    order: ({ id: field }) => ({ kind: 'value', field, family: 'date' }),
  }),
  storage: {
    isSameValue: (a, b) => (a ?? null) === (b ?? null),
    families: ['date'],
    indexEntries: (value) => (value === null ? [] : [{ family: 'date', value }]),
  },
  present(value, field, { viewer }) {
    if (value === undefined) return undefined
    return {
      field_id: field.id,
      label: field.label,
      value: value === null ? null : formatIsoDate(value, viewer.timezone),
      type: 'date',
      is_time_displayed: showsTime(field),
    }
  },
  flat: (value, _field, { viewer }) =>
    value === undefined || value === null ? null : formatIsoDate(value, viewer.timezone),
  csv: formatDateCsv(showsTime),
  archive: {
    changeType: 'date',
    read(change, field, context) {
      const value = findChild(change, 'value')
      const text = (value?.text ?? '').trim()
      if (value?.attributes['format'] === 'seconds' && /^-?\d{1,15}$/.test(text) && isRepresentableTime(Number(text)))
        return Number(text)
      if (text === '') return null
      // docs/api/archive-format.md §3.2: an empty date is exported as the epoch.
      const moment = parseIsoDateTime(text, context.timezone)
      if (moment === 0) return null
      const read = showsTime(field) ? moment : parseIsoDay(text, context.timezone)
      if (read === undefined) context.reportProblem(change.line, `"${text}" is not a date for the field ${field.name}`)
      return read
    },
    // Tuleap exports an empty date as the epoch; dates before it need another format.
    write: (value, field, { timezone }) =>
      buildFieldChangeElement(
        field,
        { type: 'date' },
        value !== null && value <= 0
          ? buildValueElement(`${value}`, { format: 'seconds' })
          : buildValueElement(formatIsoDate(value ?? 0, timezone), { format: 'ISO8601' }),
      ),
    needsExtension: (value) => value !== null && value <= 0,
  },
}

function defaultDate(field: Field, { now, viewer }: DescribeContext): string {
  const moment = defaultMoment(field, now)
  return moment === undefined ? '' : formatWallClock(moment, viewer.timezone, showsTime(field))
}

function defaultMoment(field: Field, now: EpochSeconds): EpochSeconds | undefined {
  if (findProperty(properties, field, 'default_value_type') === todayType) return now
  const fixedDate = Number(findProperty(properties, field, 'default_value'))
  return fixedDate > 0 && isRepresentableTime(fixedDate) ? fixedDate : undefined
}
