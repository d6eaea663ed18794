import { createHash } from 'node:crypto'
import { Refusal } from '../refusal.ts'

/** A place in a walk: the last id that was given, and how many were. */
export interface WalkPlace {
  readonly after: number
  readonly passed: number
}

/**
 * A place in the walk of one question, as clients carry it (decision 23). Whoever changes it, or brings it to another
 * question, is told; it is no secret, for what one may see is asked anew with every page.
 */
export function cursorAt({ after, passed }: WalkPlace, question: string): string {
  return Buffer.from(`${after}.${passed}.${checksum(`${after}.${passed}`, question)}`).toString('base64url')
}

/** The place that a cursor tells; refused when it is none of this question. */
export function placeAt(cursor: string, question: string): WalkPlace {
  const [, after, passed] = /^(\d{1,15})\.(\d{1,15})\./.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const place = { after: Number(after), passed: Number(passed) }
  if (after === undefined || cursorAt(place, question) !== cursor)
    throw new Refusal('invalid', 'The `cursor` is not one of this question: begin anew without it')
  return place
}

const checksum = (place: string, question: string): string =>
  createHash('sha256').update(`${place}\n${question}`).digest('base64url').slice(0, 22)

/** The header that leads on (RFC 8288): the same question behind the last item given. */
export function nextLink(address: string, query: Readonly<Record<string, string | number>>, cursor: string): string {
  const said = Object.entries(query).flatMap(([name, value]) => (value === '' ? [] : [[name, `${value}`]]))
  return `<${address}?${new URLSearchParams([...said, ['cursor', cursor]])}>; rel="next"`
}
