import { limitConcurrency } from '../../../src/kit/concurrency/limit-concurrency.ts'
import { languageHeaders } from '../texts/language.ts'
import { buildApiUrl, type Query } from './api-url.ts'
import { withConnection } from './connection.ts'
import { createOfflineFailure, createSignedOutFailure, parseFailure } from './failure.ts'
import { takePrefetched } from './prefetch.ts'

export interface RequestOptions {
  readonly query?: Query
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** Changes only the version that was read last: `If-Match` with the tag kept for this address. */
  readonly mustBeCurrent?: boolean
  /** Only returns what would result. */
  readonly isDryRun?: boolean
  /** Requests with the same key are carried out once. */
  readonly idempotencyKey?: string
}

/** One page of a collection. */
export interface ListResult<T> {
  readonly items: readonly T[]
  readonly total: number
  readonly limit: number
  readonly offset: number
  /** Where the next page begins; null at the end. */
  readonly next: number | null
}

/** A complete response and its position in the collection; undefined: the response has no position. */
export interface PageResult<Body> {
  readonly body: Body
  readonly total: number | undefined
  readonly limit: number | undefined
  readonly offset: number
}

const inTurn = limitConcurrency(6)
const tags = new Map<string, string>()

type SignInAgain = () => Promise<boolean> | null
const expired: { signInAgain: SignInAgain; waiting?: Promise<boolean> | undefined } = { signInAgain: () => null }

/**
 * Handles an expired session: returns whether the request should be repeated; null: there was no session. All requests
 * wait for it, so that none is sent with the session of another user.
 */
export function whenSignedOut(signInAgain: SignInAgain): void {
  expired.signInAgain = signInAgain
}

/** The version of a resource that was read or written last. */
export const knownTag = (path: string): string | undefined => tags.get(path)

export const readResource = async <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
  bodyOf<T>(await send('GET', path, { query, signal }))

export async function readList<T>(path: string, query?: Query, signal?: AbortSignal): Promise<ListResult<T>> {
  const {
    body: items,
    total = items.length,
    limit = items.length,
    offset,
  } = await readPage<readonly T[]>(path, query, signal)
  return { items, total, limit, offset, next: items.length > 0 && offset + limit < total ? offset + limit : null }
}

/** One page of a collection within an object, as in `{ repositories: […] }`. */
export const readPage = async <Body>(path: string, query?: Query, signal?: AbortSignal): Promise<PageResult<Body>> =>
  pageOf<Body>(await send('GET', path, { query, signal }))

/** The same for a collection that a request with a body returns. */
export const postForPage = async <Body>(path: string, body: unknown, signal?: AbortSignal): Promise<PageResult<Body>> =>
  pageOf<Body>(await send('POST', path, { body, signal }))

async function pageOf<Body>(response: Response): Promise<PageResult<Body>> {
  const numberHeader = (name: string): number | undefined => {
    const header = response.headers.get(name)
    return header === null ? undefined : Number(header)
  }
  return {
    body: await bodyOf<Body>(response),
    total: numberHeader('x-pagination-size'),
    limit: numberHeader('x-pagination-limit'),
    offset: numberHeader('x-pagination-offset') ?? 0,
  }
}

/** Content as it is kept, as much of it as is wanted. */
export interface Content {
  readonly mediaType: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** That was all of it. */
  readonly isWhole: boolean
}

/** The beginning of a file, `most` bytes of it; the rest is not loaded. */
export async function readContent(path: string, query: Query, most: number, signal?: AbortSignal): Promise<Content> {
  const response = await send('GET', path, { query, signal })
  const reader = response.body?.getReader()
  const bytes = new Uint8Array(most)
  let length = 0
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    bytes.set(piece.value.subarray(0, most - length), length)
    length += piece.value.length
    if (length > most) break
  }
  if (length > most) await reader?.cancel()
  const mediaType = response.headers.get('content-type') ?? ''
  return { mediaType, bytes: bytes.subarray(0, Math.min(length, most)), isWhole: length <= most }
}

/** Changes something; the answer's body, if there is one. */
export const sendChange = async <T = void>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  more: RequestOptions = {},
): Promise<T> => bodyOf<T>(await send(method, path, { ...more, body }))

/** Checks a change without making it; the headers of the answer. */
export const checkChange = async (method: 'DELETE', path: string): Promise<Headers> =>
  (await send(method, path, { isDryRun: true })).headers

async function send(method: string, path: string, sending: RequestOptions): Promise<Response> {
  const isSession = path.startsWith('/session')
  if (!isSession && (await expired.waiting) === false) throw createSignedOutFailure()
  const response = await inTurn(() => attempt(method, path, sending))
  const note = (answer: Response): Response => (sending.isDryRun ? answer : noted(method, path, answer))
  if (response.ok) return note(response)
  const signingIn = response.status === 401 && !isSession ? (expired.waiting ?? expired.signInAgain()) : null
  if (signingIn === null) throw await parseFailure(response)
  expired.waiting ??= signingIn.finally(() => {
    expired.waiting = undefined
  })
  if (!(await expired.waiting)) throw createSignedOutFailure()
  const again = await inTurn(() => attempt(method, path, sending))
  if (!again.ok) throw await parseFailure(again)
  return note(again)
}

async function attempt(
  method: string,
  path: string,
  { query, body, signal, mustBeCurrent, isDryRun, idempotencyKey }: RequestOptions,
): Promise<Response> {
  const tag = mustBeCurrent ? tags.get(path) : undefined
  const address = buildApiUrl(path, query)
  try {
    const early = method === 'GET' ? takePrefetched(address) : undefined
    if (early !== undefined) return await early
    return await fetch(address, {
      method,
      signal: withConnection(signal),
      // No unnecessary headers: a preloaded response only matches a request without any.
      headers: {
        ...languageHeaders,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(tag === undefined ? {} : { 'If-Match': tag }),
        ...(isDryRun ? { Prefer: 'dry-run' } : {}),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch (problem) {
    throw toFailure(problem)
  }
}

/** A connection that broke rejects with a `TypeError`, before the response or within its body (fetch §5.6). */
const toFailure = (problem: unknown): unknown => (problem instanceof TypeError ? createOfflineFailure() : problem)

function noted(method: string, path: string, response: Response): Response {
  const tag = response.headers.get('etag')
  if (method === 'DELETE') tags.delete(path)
  else if (tag !== null) tags.set(path, tag)
  return response
}

async function bodyOf<T>(response: Response): Promise<T> {
  const text = await response.text().catch((problem: unknown) => {
    throw toFailure(problem)
  })
  // Types of answers are those of the server's representations, which its tests hold every answer to.
  return (text === '' ? undefined : JSON.parse(text)) as T
}
