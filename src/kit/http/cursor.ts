import { createHash } from 'node:crypto'
import { Refusal } from '../refusal.ts'

/** A place in a walk: the last id that was given, and how many were. */
export interface CursorPosition {
  readonly after: number
  readonly passed: number
}

/**
 * A place in the walk of one question, as clients carry it (decision 23). Whoever changes it, or brings it to another
 * question, is told; it is no secret, for what one may see is asked anew with every page.
 */
export function encodeCursor({ after, passed }: CursorPosition, query: string): string {
  return Buffer.from(`${after}.${passed}.${checksum(`${after}.${passed}`, query)}`).toString('base64url')
}

/** The place that a cursor tells; refused when it is none of this question. */
export function decodeCursor(cursor: string, query: string): CursorPosition {
  const [, after, passed] = /^(\d{1,15})\.(\d{1,15})\./.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const position = { after: Number(after), passed: Number(passed) }
  if (after === undefined || encodeCursor(position, query) !== cursor)
    throw new Refusal('invalid', 'The `cursor` is not one of this question: begin anew without it')
  return position
}

const checksum = (position: string, query: string): string =>
  createHash('sha256').update(`${position}\n${query}`).digest('base64url').slice(0, 22)

/** The header that leads on (RFC 8288): the same question behind the last item given. */
export function nextLink(address: string, query: Readonly<Record<string, string | number>>, cursor: string): string {
  const parameters = Object.entries(query).flatMap(([name, value]) => (value === '' ? [] : [[name, `${value}`]]))
  return `<${address}?${new URLSearchParams([...parameters, ['cursor', cursor]])}>; rel="next"`
}
