import { type OutgoingRequest, sendRequest } from './outgoing-http.ts'

/** A request of a client library. */
interface FetchRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Statuses that have no body (Fetch §2.2.3). */
const bodiless: ReadonlySet<number> = new Set([101, 103, 204, 205, 304])

/** Implements `fetch` for client libraries, under the rules of all requests to URLs that users configured. */
export async function fetchExternal(
  url: string,
  { method, headers, body }: FetchRequest,
  rules: Pick<OutgoingRequest, 'allowPrivate' | 'timeoutMs' | 'maxBytes'>,
): Promise<Response> {
  // Texts and forms; a stream would be serialized as its type name.
  if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof URLSearchParams))
    throw new Error('Only texts and forms are supported as bodies')
  const text = body === undefined || body === null ? null : body.toString()
  const answer = await sendRequest(url, { ...rules, method, headers, body: text, onOverflow: 'refuse' })
  const received = new Headers()
  for (const [name, value] of Object.entries(answer.headers))
    for (const each of [value ?? []].flat()) received.append(name, each)
  return new Response(bodiless.has(answer.status) ? null : answer.body, { status: answer.status, headers: received })
}
