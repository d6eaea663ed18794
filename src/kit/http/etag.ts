import { type EpochSeconds, formatHttpDate } from '../time.ts'

/** The version of a thing, as its headers tell it. */
export interface Version {
  /** Strong, quoted: `"9f86…"`. */
  readonly etag: string
  readonly modifiedOn: EpochSeconds
}

/**
 * RFC 9110 §8.8.2.1: `Last-Modified` is never later than `Date`, so both come from one reading of the clock. A version
 * that is dated ahead of it is shown with a date that no version has until the clock reaches its own.
 */
export const versionHeaders = (version: Version, now: EpochSeconds): Record<string, string> => ({
  Etag: version.etag,
  'Last-Modified': formatHttpDate(Math.min(version.modifiedOn, now)),
  Date: formatHttpDate(now),
})

/** RFC 9110 §13.1.2 and §13.1.3: the client has this version already. `If-None-Match` overrules the date. */
export function isFresh(headers: Readonly<Record<string, string | undefined>>, version: Version): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.trim() === '*' || tagsIn(tags).includes(bare(version.etag))
  const since = headers['if-modified-since']
  if (since === undefined) return false
  const moment = Date.parse(since)
  return !Number.isNaN(moment) && version.modifiedOn * 1000 <= moment
}

/** Tags of a list without quotes and weak marks: clients send them quoted, unquoted or weak. */
const tagsIn = (list: string): readonly string[] => list.split(',').map((tag) => bare(tag.trim()))

const bare = (tag: string): string => tag.replace(/^W\//i, '').replace(/^"|"$/g, '')
