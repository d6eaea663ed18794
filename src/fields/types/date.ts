import { type EpochSeconds, isMoment, isoDate, wallClock } from '../../kit/time.ts'
import { child } from '../../kit/xml/element.ts'
import { fieldChange, valueElement } from '../archive-writing.ts'
import { dateCells } from '../cells/plain.ts'
import { complain } from '../complain.ts'
import { dateForms, dateSent } from '../date-sent.ts'
import type { Describing } from '../describing.ts'
import type { Field } from '../field.ts'
import type { FieldType } from '../field-type.ts'
import { isoDay, isoMoment } from '../iso-moment.ts'
import { propertyOf, readProperties, wholeNumber, words } from '../properties.ts'
import { byDate } from '../searching/dates.ts'
import { ordinaryField } from '../traits.ts'
import { midnight } from '../wall-time.ts'
import type { Writing } from '../writing.ts'

const today = 0
const givenDate = 1

const properties = {
  default_value_type: wholeNumber(givenDate),
  default_value_today: words('today'),
  default_value: wholeNumber(0),
  display_time: wholeNumber(0),
}

const showsTime = (field: Field): boolean => propertyOf(properties, field, 'display_time') === 1

const cut = (moment: EpochSeconds, field: Field, zone: string): EpochSeconds =>
  showsTime(field) ? Math.floor(moment / 60) * 60 : midnight(moment, zone)

const writing: Writing<number | null> = {
  accept({ value }, field, context) {
    const { timezone, now, before } = context
    // docs/api/client-needs.md §15: forms that send every field have null for those nobody touched.
    if (value === null) return undefined
    if (value === undefined || value === '') return null
    // As it was read: also what was stored before the field showed days alone, or in an hour that comes twice.
    if (typeof before === 'number' && value === isoDate(before, timezone)) return before
    const moment = typeof value === 'string' ? dateSent(value, timezone, now) : undefined
    if (moment !== undefined) return cut(moment, field, timezone)
    // docs/api/compatibility.md §2: Tuleap stores 1970 without a word.
    const shown = JSON.stringify(value).slice(0, 60)
    return complain(context, `${field.label} is not a date: ${shown}. Accepted are ${dateForms}.`)
  },
  initial(field, { timezone, now }) {
    const moment = defaultMoment(field, now)
    // Recorded: an untouched date is an empty one, not one that was never set.
    return moment === undefined ? null : cut(moment, field, timezone)
  },
  isEmpty: (value) => (value ?? null) === null,
}

/** A day, or a minute (docs/api/field-values.md §6). */
export const date: FieldType<number | null> = {
  type: 'date',
  ...ordinaryField,
  structure: {
    properties,
    // docs/api/archive-format.md §2.3: `today` or a timestamp stand in one attribute.
    readProperties: ({ default_value = '', display_time = '0' }) =>
      readProperties(properties, {
        display_time,
        ...(default_value.trim() === 'today' ? { default_value_type: `${today}` } : { default_value }),
      }),
    writeProperties: ({ default_value_type: type, default_value: value, display_time: shown }) => ({
      ...(type === today ? { default_value: 'today' } : Number(value) > 0 ? { default_value: `${value}` } : {}),
      ...(shown === 1 ? { display_time: '1' } : {}),
    }),
    defaultValue: (field, context) => defaultDate(field, context),
    extra: (field) => ({ is_time_displayed: showsTime(field) }),
  },
  writing,
  searching: byDate({
    hasTime: showsTime,
    within: (range, { id: field }) => ({ kind: 'within', field, family: 'date', range }),
    isAlwaysThere: false,
    order: ({ id: field }) => ({ kind: 'value', field, family: 'date' }),
  }),
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
  cells: dateCells(showsTime),
  archive: {
    changeType: 'date',
    read(change, field, context) {
      const value = child(change, 'value')
      const text = (value?.text ?? '').trim()
      if (value?.attributes['format'] === 'seconds' && /^-?\d{1,15}$/.test(text) && isMoment(Number(text)))
        return Number(text)
      if (text === '') return null
      // docs/api/archive-format.md §3.2: an empty date is exported as the epoch.
      const moment = isoMoment(text, context.timezone)
      if (moment === 0) return null
      const read = showsTime(field) ? moment : isoDay(text, context.timezone)
      if (read === undefined) context.problem(change.line, `"${text}" is not a date for the field ${field.name}`)
      return read
    },
    // No date is the epoch, as the contract has it; so what was before needs other words.
    write: (value, field, { timezone }) =>
      fieldChange(
        field,
        { type: 'date' },
        value !== null && value <= 0
          ? valueElement(`${value}`, { format: 'seconds' })
          : valueElement(isoDate(value ?? 0, timezone), { format: 'ISO8601' }),
      ),
    isOurs: (value) => value !== null && value <= 0,
  },
}

function defaultDate(field: Field, { now, viewer }: Describing): string {
  const moment = defaultMoment(field, now)
  return moment === undefined ? '' : wallClock(moment, viewer.timezone, showsTime(field))
}

function defaultMoment(field: Field, now: EpochSeconds): EpochSeconds | undefined {
  if (propertyOf(properties, field, 'default_value_type') === today) return now
  const given = Number(propertyOf(properties, field, 'default_value'))
  return given > 0 && isMoment(given) ? given : undefined
}
