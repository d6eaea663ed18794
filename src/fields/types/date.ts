import { isoDate, wallClock } from '../../kit/time.ts'
import { textOf } from '../../kit/xml/element.ts'
import type { Describing } from '../describing.ts'
import type { Field } from '../field.ts'
import type { FieldType } from '../field-type.ts'
import { isoDay, isoMoment } from '../iso-moment.ts'
import { propertyOf, readProperties, wholeNumber, words } from '../properties.ts'
import { ordinaryField } from '../traits.ts'

const today = 0
const givenDate = 1

const properties = {
  default_value_type: wholeNumber(givenDate),
  default_value_today: words('today'),
  default_value: wholeNumber(0),
  display_time: wholeNumber(0),
}

const showsTime = (field: Field): boolean => propertyOf(properties, field, 'display_time') === 1

/** A day, or a minute (contract 30 §3.5). */
export const date: FieldType<number | null> = {
  type: 'date',
  ...ordinaryField,
  structure: {
    properties,
    // Contract 20 §8.3: `today` or a timestamp stand in one attribute.
    readProperties: ({ default_value = '', display_time = '0' }) =>
      readProperties(properties, {
        display_time,
        ...(default_value.trim() === 'today' ? { default_value_type: `${today}` } : { default_value }),
      }),
    defaultValue: (field, context) => defaultDate(field, context),
    extra: (field) => ({ is_time_displayed: showsTime(field) }),
  },
  storage: {
    sameValue: (a, b) => (a ?? null) === (b ?? null),
    families: ['date'],
    index: (value) => (value === null ? [] : [{ family: 'date', value }]),
  },
  present(value, field, { viewer }) {
    if (value === undefined) return undefined
    return {
      field_id: field.id,
      label: field.label,
      value: value === null ? null : isoDate(value, viewer.timezone),
      type: 'date',
      is_time_displayed: showsTime(field),
    }
  },
  flat: (value, _field, { viewer }) => (value === undefined || value === null ? null : isoDate(value, viewer.timezone)),
  archive: {
    changeType: 'date',
    read(change, field, context) {
      const text = (textOf(change, 'value') ?? '').trim()
      if (text === '') return null
      // Contract 30 §9.2: an empty date is exported as the epoch.
      const moment = isoMoment(text, context.timezone)
      if (moment !== undefined && moment <= 0) return null
      const value = showsTime(field) ? moment : isoDay(text, context.timezone)
      if (value === undefined) context.problem(change.line, `"${text}" is not a date for the field ${field.name}`)
      return value
    },
  },
}

function defaultDate(field: Field, { now, viewer }: Describing): string {
  const given = Number(propertyOf(properties, field, 'default_value'))
  const isToday = propertyOf(properties, field, 'default_value_type') === today
  if (!isToday && !(given > 0)) return ''
  return wallClock(isToday ? now : given, viewer.timezone, showsTime(field))
}
