import type { Precondition } from '../../kit/values/precondition.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** Returns the versions in the conditions of a write; {} when there are none. */
export function parsePreconditions(headers: Headers): Precondition {
  const [tags, since, none] = [headers['if-match'], headers['if-unmodified-since'], headers['if-none-match']]
  return {
    ...(tags === undefined ? {} : { tags: tagsIn(tags) }),
    ...(since === undefined ? {} : { unmodifiedSince: momentIn(since) ?? null }),
    ...(none === undefined ? {} : { noneOf: tagsIn(none) }),
  }
}

/** Quoted as required, unquoted as clients of Tuleap send them, or weak as proxies change them. */
function tagsIn(list: string): NonNullable<Precondition['tags']> {
  const tags = list.split(',').map((tag) =>
    tag
      .trim()
      .replace(/^W\//i, '')
      .replace(/^"(.*)"$/, '$1'),
  )
  return tags.includes('*') ? 'any' : tags.filter((tag) => tag !== '')
}

// RFC 9110 §5.6.7: the current format and the two obsolete ones that servers must accept.
const httpDates = [
  /^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC|[+-]\d{4})$/i,
  /^[a-z]{6,9}, \d\d-[a-z]{3}-\d\d \d\d:\d\d:\d\d GMT$/i,
]
const asctime = /^[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/i
// The format of dates in the bodies of responses.
const iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/i

/** Only dates that denote one time: `Date.parse` without a check accepts nearly any text. */
function momentIn(text: string): EpochSeconds | undefined {
  const value = text.trim()
  const isDate = iso.test(value) || httpDates.some((form) => form.test(value))
  const moment = isDate ? Date.parse(value) : asctime.test(value) ? Date.parse(`${value} GMT`) : Number.NaN
  return Number.isNaN(moment) ? undefined : Math.floor(moment / 1000)
}
