import { type Message, message } from '../../kit/messages/message.ts'
import { type EpochSeconds, formatIsoDate, formatWallClock } from '../../kit/values/time.ts'
import type { CsvFormat } from '../field-type/csv-format.ts'
import type { Field, RichText } from '../model/field.ts'
import { dateFormats, parseExactDate } from '../parse/parse-exact-date.ts'

/** Single-line text. */
export const stringCsv: CsvFormat<string> = {
  write: (value) => value ?? '',
  read: (value) => ({ value }),
}

/** Texts: their source, of HTML what a reader sees; brought back changed it is no longer HTML. */
export const textCsv: CsvFormat<RichText> = {
  write: (value, _field, { plainText }) =>
    value === undefined ? '' : value.format === 'html' ? plainText(value) : value.content,
  read(content, _field, { currentValue, caller }) {
    // fields/model/field.ts: RichText, undefined when there never was one.
    const format =
      (currentValue as RichText | undefined)?.format ?? (caller.kind === 'member' ? caller.textFormat : undefined)
    return { value: { content, format: format === 'html' ? 'text' : format } }
  },
}

interface NumberFormat {
  parse(text: string): number | undefined
  /** Returns the message about an invalid cell. */
  readonly describeInvalid: (cell: string) => Message
  format(value: number): string
}

export const formatNumberCsv = ({ parse, describeInvalid, format }: NumberFormat): CsvFormat<number | null> => ({
  // A number stays one, so that it is not escaped like a formula.
  write: (value) => (typeof value !== 'number' ? '' : Math.abs(value) < 1e21 ? value : format(value)),
  read(text, _field, { reportProblem }) {
    const value = text.trim()
    return value === '' || parse(value) !== undefined ? { value } : reportProblem(describeInvalid(JSON.stringify(text)))
  },
})

/** Days or moments. */
export const formatDateCsv = (showsTime: (field: Field) => boolean): CsvFormat<EpochSeconds | null> => ({
  write(value, field, { viewer: { timezone } }) {
    if (value === undefined || value === null) return ''
    return showsTime(field) ? formatIsoDate(value, timezone) : formatWallClock(value, timezone, false)
  },
  read(text, _field, { timezone, now, reportProblem }) {
    const value = text.trim()
    // In tables, other forms are those of spreadsheets, where 04/01/2026 is 1 April or 4 January.
    if (value === '' || parseExactDate(value, timezone, now) !== undefined) return { value }
    return reportProblem(message`${JSON.stringify(text)} is not a date. Expected ${dateFormats}`)
  },
})
