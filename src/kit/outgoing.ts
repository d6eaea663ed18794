import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './special-addresses.ts'

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The setting `outgoing_private_addresses`. */
  readonly allowPrivate: boolean
  /** For all of it: name, connection, answer. */
  readonly timeoutMs: number
}

export interface OutgoingResponse {
  readonly status: number
  /** lower-case names */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Its beginning. */
  readonly body: string
}

/** A request of any method. */
export interface OutgoingRequest extends Omit<PostOptions, 'body'> {
  readonly method: string
  readonly body: string | null
  /** Bytes of the answer that are read; what is longer is cut, or no answer at all. */
  readonly maxBytes: number
  readonly onOverflow: 'cut' | 'refuse'
}

/** Why nothing came back: told to whoever set the address, so it names no address of ours. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingProblem'
}

const maxAnswerBytes = 4096

/** Tells something to an address that somebody chose; the beginning of the answer. */
export const post = (url: string, sending: PostOptions): Promise<OutgoingResponse> =>
  send(url, { ...sending, method: 'POST', maxBytes: maxAnswerBytes, onOverflow: 'cut' })

/**
 * Sends a request to an address that somebody chose. The name is resolved once, and the connection goes to the very
 * address that was checked; redirects are not followed, so nothing is told to anybody but that server.
 */
export async function send(url: string, sending: OutgoingRequest): Promise<OutgoingResponse> {
  const target = parseTarget(url)
  const signal = AbortSignal.timeout(sending.timeoutMs)
  try {
    const host = await withTimeout(resolve(target, sending.allowPrivate), signal)
    return await exchange(target, host, sending, signal)
  } catch (problem) {
    if (problem instanceof OutgoingError) throw problem
    if (signal.aborted) throw new OutgoingError(`No answer within ${sending.timeoutMs / 1000} seconds`)
    throw new OutgoingError(`${target.hostname} was not reached: ${reasonOf(problem)}`)
  }
}

/** The address, if it is one that requests may go to at all. */
export function parseTarget(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : undefined
  if (target === undefined || !/^https?:$/.test(target.protocol))
    throw new OutgoingError('The address must begin with http:// or https://')
  return target
}

/** Whether a host is private by what it is called: an address outside the public net, or a name of this machine. */
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
  // A name that leads to both is a way around the check: none of its addresses is taken.
  if (!allowPrivate && !hosts.every(({ address }) => isPublicAddress(address)))
    throw new OutgoingError(`${hostname} is no address of the public net, and no other is allowed`)
  const [first] = hosts
  if (first === undefined) throw new OutgoingError(`${hostname} has no address`)
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
  // As modules they bring a whole client of their own along, for which a start would wait.
  const { request } = await (target.protocol === 'https:' ? import('node:https') : import('node:http'))
  // Whatever the name means by now: the address is the one that was checked.
  const pinned: LookupFunction = (_name, options, answer) =>
    options.all ? answer(null, [host]) : answer(null, host.address, host.family)
  return new Promise((resolve, reject) => {
    const sent = request(
      target,
      {
        method,
        headers: body === null ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup: pinned,
        // No connection is kept: another request resolves and checks again.
        agent: false,
        signal,
      },
      (received) => {
        const chunks: Buffer[] = []
        let size = 0
        const finish = () => {
          if (size > longest && beyond === 'refuse') {
            received.destroy()
            reject(new OutgoingError(`${target.hostname} gave an answer of more than ${longest} bytes`))
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
    sent.on('error', reject)
    // Who switches to another protocol gives no answer, and nothing else would ever be heard of it.
    sent.on('upgrade', (_received, socket) => {
      socket.destroy()
      reject(new OutgoingError(`${target.hostname} gave no answer`))
    })
    sent.end(body ?? undefined)
  })
}

const reasonOf = (problem: unknown): string =>
  problem instanceof Error && 'code' in problem ? String(problem.code) : 'the connection failed'
