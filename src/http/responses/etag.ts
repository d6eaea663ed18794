import { type EpochSeconds, formatHttpDate } from '../../kit/values/time.ts'

/** The version of a resource in response headers. */
export interface Version {
  /** Strong, quoted: `"9f86…"`. */
  readonly etag: string
  readonly modifiedOn: EpochSeconds
}

/**
 * Returns the headers of a version. RFC 9110 §8.8.2.1: `Last-Modified` is never later than `Date`, so both come from
 * one reading of the clock. A version with a later date gets a date that matches no version until the clock reaches its
 * own.
 */
export const buildVersionHeaders = (version: Version, now: EpochSeconds): Record<string, string> => ({
  Etag: version.etag,
  'Last-Modified': formatHttpDate(Math.min(version.modifiedOn, now)),
  Date: formatHttpDate(now),
})

/**
 * Returns whether the client has this version already (RFC 9110 §13.1.2 and §13.1.3). `If-None-Match` overrides the
 * date, which must be that of the version: a later one may be of a version that the database has lost
 * (docs/decisions/0062-database-epochs.md).
 */
export function isFresh(headers: Readonly<Record<string, string | undefined>>, version: Version): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return hasTag(tags, version.etag)
  const since = headers['if-modified-since']
  if (since === undefined) return false
  return version.modifiedOn * 1000 === Date.parse(since)
}

/** Returns whether an `If-None-Match` names a version. */
export const hasTag = (tags: string, etag: string): boolean => tags.trim() === '*' || tagsIn(tags).includes(bare(etag))

/** Returns the tags of a list without quotes and weak marks: clients send them quoted, unquoted or weak. */
const tagsIn = (list: string): readonly string[] => list.split(',').map((tag) => bare(tag.trim()))

const bare = (tag: string): string => tag.replace(/^W\//i, '').replace(/^"|"$/g, '')
