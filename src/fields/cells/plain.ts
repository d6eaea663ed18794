import { type EpochSeconds, isoDate, wallClock } from '../../kit/time.ts'
import { dateForms, dateSent } from '../date-sent.ts'
import type { Field, RichText } from '../field.ts'
import { numberSent } from '../number-sent.ts'
import type { Cells } from './cells.ts'

/** One line of text. */
export const lineCells: Cells<string> = {
  write: (value) => value ?? '',
  read: (value) => ({ value }),
}

/** Texts: their source, of HTML what a reader sees; brought back changed it is no longer HTML. */
export const textCells: Cells<RichText> = {
  write: (value, _field, { plainText }) =>
    value === undefined ? '' : value.format === 'html' ? plainText(value) : value.content,
  read(content, _field, { before, caller }) {
    // fields/field.ts: RichText, undefined when there never was one.
    const known = (before as RichText | undefined)?.format ?? (caller.kind === 'member' ? caller.textFormat : undefined)
    return { value: { content, format: known === 'html' ? 'text' : known } }
  },
}

export const numberCells = (pattern: RegExp, noun: string): Cells<number | null> => ({
  write: (value) => value ?? '',
  read(text, _field, { problem }) {
    const value = text.trim()
    return value === '' || numberSent(value, pattern) !== undefined
      ? { value }
      : problem(`${JSON.stringify(text)} is not ${noun}`)
  },
})

/** Days or moments. */
export const dateCells = (showsTime: (field: Field) => boolean): Cells<EpochSeconds | null> => ({
  write(value, field, { viewer: { timezone } }) {
    if (value === undefined || value === null) return ''
    return showsTime(field) ? isoDate(value, timezone) : wallClock(value, timezone, false)
  },
  read(text, _field, { timezone, now, problem }) {
    const value = text.trim()
    if (value === '' || dateSent(value, timezone, now) !== undefined) return { value }
    return problem(`${JSON.stringify(text)} is not a date: accepted are ${dateForms}`)
  },
})
