import type { Precondition } from '../precondition.ts'
import type { EpochSeconds } from '../time.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** The versions that the conditions of a writing request name; {} when it names none. */
export function parsePreconditions(headers: Headers): Precondition {
  const [tags, since, none] = [headers['if-match'], headers['if-unmodified-since'], headers['if-none-match']]
  return {
    ...(tags === undefined ? {} : { tags: tagsIn(tags) }),
    ...(since === undefined ? {} : { unmodifiedSince: momentIn(since) ?? null }),
    ...(none === undefined ? {} : { noneOf: tagsIn(none) }),
  }
}

/** Quoted as they should be, bare as clients of Tuleap send them, or weak as proxies make them. */
function tagsIn(list: string): NonNullable<Precondition['tags']> {
  const tags = list.split(',').map((tag) =>
    tag
      .trim()
      .replace(/^W\//i, '')
      .replace(/^"(.*)"$/, '$1'),
  )
  return tags.includes('*') ? 'any' : tags.filter((tag) => tag !== '')
}

// RFC 9110 §5.6.7: the form everybody writes today and the two that servers must still read.
const httpDates = [
  /^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC|[+-]\d{4})$/i,
  /^[a-z]{6,9}, \d\d-[a-z]{3}-\d\d \d\d:\d\d:\d\d GMT$/i,
]
const asctime = /^[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/i
// Dates of our own answers are written so.
const iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/i

/** Only dates that name one moment: `Date.parse` alone would find one in nearly any text. */
function momentIn(text: string): EpochSeconds | undefined {
  const sent = text.trim()
  const isDate = iso.test(sent) || httpDates.some((form) => form.test(sent))
  const moment = isDate ? Date.parse(sent) : asctime.test(sent) ? Date.parse(`${sent} GMT`) : Number.NaN
  return Number.isNaN(moment) ? undefined : Math.floor(moment / 1000)
}
