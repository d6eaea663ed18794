import { createHash } from 'node:crypto'
import { Refusal } from '../../kit/messages/refusal.ts'

/** A position in a paged query: the last returned id, and how many items were returned. */
export interface CursorPosition {
  readonly after: number
  readonly passed: number
}

/**
 * Encodes a position in the pages of one query (decision 23). A changed cursor, or one of another query, is rejected;
 * it is no secret, because permissions are checked for every page.
 */
export function encodeCursor({ after, passed }: CursorPosition, query: string): string {
  return Buffer.from(`${after}.${passed}.${checksum(`${after}.${passed}`, query)}`).toString('base64url')
}

/** Decodes the position of a cursor; throws when it does not belong to this query. */
export function decodeCursor(cursor: string, query: string): CursorPosition {
  const [, after, passed] = /^(\d{1,15})\.(\d{1,15})\./.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const position = { after: Number(after), passed: Number(passed) }
  if (after === undefined || encodeCursor(position, query) !== cursor)
    throw new Refusal('invalid', 'Invalid cursor for this query. Restart without `cursor`.')
  return position
}

const checksum = (position: string, query: string): string =>
  createHash('sha256').update(`${position}\n${query}`).digest('base64url').slice(0, 22)

/** Returns the Link header of the next page (RFC 8288): the same query after the last returned item. */
export function formatNextLink(url: string, query: Readonly<Record<string, string | number>>, cursor: string): string {
  const parameters = Object.entries(query).flatMap(([name, value]) => (value === '' ? [] : [[name, `${value}`]]))
  return `<${url}?${new URLSearchParams([...parameters, ['cursor', cursor]])}>; rel="next"`
}
