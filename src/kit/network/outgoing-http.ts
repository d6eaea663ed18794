import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { type Message, message } from '../messages/message.ts'
import { nameError, type Tracing } from '../tracing/tracing.ts'
import { isPublicAddress } from './special-addresses.ts'

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The setting `outgoing_private_addresses`. */
  readonly allowPrivate: boolean
  /** For all of it: name resolution, connection, response. */
  readonly timeoutMs: number
  readonly tracing?: Tracing | null
}

export interface OutgoingResponse {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The beginning of the body. */
  readonly body: string
}

/** A request of any method. */
export interface OutgoingRequest extends Omit<PostOptions, 'body'> {
  readonly method: string
  readonly body: string | null
  /** Maximum number of bytes that are read; a longer response is cut or rejected. */
  readonly maxBytes: number
  readonly onOverflow: 'cut' | 'refuse'
}

/** The reason why a request failed. The user who configured the URL sees it, so it contains no internal address. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingProblem'
  /** The text of `message`, for translations. */
  readonly text: Message

  constructor(text: Message) {
    super(`${text}`)
    this.text = text
  }
}

const maxAnswerBytes = 4096

/** Sends a POST request to a URL that a user configured; returns the beginning of the response. */
export const sendPost = (url: string, sending: PostOptions): Promise<OutgoingResponse> =>
  sendRequest(url, { ...sending, method: 'POST', maxBytes: maxAnswerBytes, onOverflow: 'cut' })

/**
 * Sends a request to a URL that a user configured. The name is resolved once, and the connection goes to exactly the
 * address that was checked; redirects are not followed, so no other server receives the data.
 */
export async function sendRequest(url: string, sending: OutgoingRequest): Promise<OutgoingResponse> {
  const target = parseTarget(url)
  const { tracing, method } = sending
  if (!tracing) return sendTo(target, sending)
  // Only the host: paths and queries of these URLs have tokens in them.
  const attributes = {
    'http.request.method': method,
    'server.address': target.hostname,
    'url.scheme': target.protocol.slice(0, -1),
  }
  const span = tracing.startSpan({ name: method, kind: 'client', attributes })
  try {
    const response = await span.run(() =>
      sendTo(target, { ...sending, headers: { ...sending.headers, ...tracing.getHeaders() } }),
    )
    const { status } = response
    span.end({ attributes: { 'http.response.status_code': status }, error: status >= 400 ? `${status}` : undefined })
    return response
  } catch (problem) {
    span.end({ error: nameError(problem) })
    throw problem
  }
}

async function sendTo(target: URL, sending: OutgoingRequest): Promise<OutgoingResponse> {
  const signal = AbortSignal.timeout(sending.timeoutMs)
  try {
    const host = await withTimeout(resolve(target, sending.allowPrivate), signal)
    return await exchange(target, host, sending, signal)
  } catch (problem) {
    if (problem instanceof OutgoingError) throw problem
    if (signal.aborted) throw new OutgoingError(message`No response within ${sending.timeoutMs / 1000} seconds`)
    throw new OutgoingError(message`${target.hostname} could not be reached: ${reasonOf(problem)}`)
  }
}

/** Returns the URL if requests may be sent to it; throws otherwise. */
export function parseTarget(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : undefined
  if (target === undefined || !/^https?:$/.test(target.protocol))
    throw new OutgoingError(message`The URL must begin with http:// or https://`)
  return target
}

/** Returns whether a host name is obviously private: a special IP address, or a name of this machine. */
export function isPrivateHost({ hostname }: URL): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0) return !isPublicAddress(literal)
  return /(^|\.)localhost\.?$/i.test(hostname)
}

interface Host {
  readonly address: string
  readonly family: number
}

async function resolve({ hostname }: URL, allowPrivate: boolean): Promise<Host> {
  const literal = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(literal)
  const hosts = family === 0 ? await lookup(hostname, { all: true }) : [{ address: literal, family }]
  // A name that resolves to both kinds would bypass the check: none of its addresses is used.
  if (!allowPrivate && !hosts.every(({ address }) => isPublicAddress(address)))
    throw new OutgoingError(
      message`${hostname} resolves to a private address, which is not allowed (setting outgoing_private_addresses)`,
    )
  const [first] = hosts
  if (first === undefined) throw new OutgoingError(message`${hostname} has no IP address`)
  return first
}

const withTimeout = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ])

async function exchange(
  target: URL,
  host: Host,
  sending: OutgoingRequest,
  signal: AbortSignal,
): Promise<OutgoingResponse> {
  const { method, headers, body, maxBytes: longest, onOverflow: beyond } = sending
  // As ES modules they load a whole HTTP client, which would delay the start.
  const { request } = await (target.protocol === 'https:' ? import('node:https') : import('node:http'))
  // The connection goes to the address that was checked, whatever the name resolves to by now.
  const pinned: LookupFunction = (_name, options, answer) =>
    options.all ? answer(null, [host]) : answer(null, host.address, host.family)
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      target,
      {
        method,
        headers: body === null ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup: pinned,
        // Connections are not reused: the next request resolves and checks again.
        agent: false,
        signal,
      },
      (received) => {
        const chunks: Buffer[] = []
        let size = 0
        const finish = () => {
          if (size > longest && beyond === 'refuse') {
            received.destroy()
            reject(new OutgoingError(message`${target.hostname} returned a response of more than ${longest} bytes`))
            return
          }
          const text = Buffer.concat(chunks).subarray(0, longest).toString('utf8')
          resolve({ status: received.statusCode ?? 0, headers: received.headers, body: text })
          received.destroy()
        }
        received.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          size += chunk.length
          if (beyond === 'cut' ? size >= longest : size > longest) finish()
        })
        received.on('end', finish)
        received.on('error', reject)
      },
    )
    clientRequest.on('error', reject)
    // A server that switches to another protocol sends no response, and no other event would follow.
    clientRequest.on('upgrade', (_received, socket) => {
      socket.destroy()
      reject(new OutgoingError(message`${target.hostname} returned no response`))
    })
    clientRequest.end(body ?? undefined)
  })
}

const reasonOf = (problem: unknown): string | Message =>
  problem instanceof Error && 'code' in problem ? String(problem.code) : message`the connection failed`
