import { isFresh, type Version } from '../responses/etag.ts'
import { parsePreconditions } from './preconditions.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** Result of the conditions of a GET or HEAD, in the order of RFC 9110 §13.2.2. */
export type ConditionOutcome = 'failed' | 'not-modified' | 'go-on'

export function evaluateConditions(headers: Headers, version: Version): ConditionOutcome {
  const { tags, unmodifiedSince } = parsePreconditions(headers)
  if (tags !== undefined) {
    if (tags !== 'any' && !tags.includes(version.etag.slice(1, -1))) return 'failed'
  } else if (typeof unmodifiedSince === 'number' && version.modifiedOn > unmodifiedSince) return 'failed'
  return isFresh(headers, version) ? 'not-modified' : 'go-on'
}

/**
 * Returns whether a range is of the version that the client has a part of (RFC 9110 §13.1.5); true without the header.
 */
export function isRangeValid(headers: Headers, { etag, modifiedOn }: Version): boolean {
  const condition = headers['if-range']?.trim()
  if (condition === undefined) return true
  if (condition.endsWith('"')) return condition === etag
  return Date.parse(condition) === modifiedOn * 1000
}
