import { isFresh, type Version } from './etag.ts'
import { parsePreconditions } from './preconditions.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** What the conditions of a GET or HEAD come to, in the order of RFC 9110 §13.2.2. */
export type ConditionOutcome = 'failed' | 'not-modified' | 'go-on'

export function evaluateConditions(headers: Headers, version: Version): ConditionOutcome {
  const { tags, unmodifiedSince } = parsePreconditions(headers)
  if (tags !== undefined) {
    if (tags !== 'any' && !tags.includes(version.etag.slice(1, -1))) return 'failed'
  } else if (typeof unmodifiedSince === 'number' && version.modifiedOn > unmodifiedSince) return 'failed'
  return isFresh(headers, version) ? 'not-modified' : 'go-on'
}

/** RFC 9110 §13.1.5: the part is of the same version that the client has the rest of; without the header it is. */
export function rangeHolds(headers: Headers, { etag, modifiedOn }: Version): boolean {
  const condition = headers['if-range']?.trim()
  if (condition === undefined) return true
  if (condition.endsWith('"')) return condition === etag
  return Date.parse(condition) === modifiedOn * 1000
}
