import { type ClientRequest, type IncomingMessage, request as sendHttp } from 'node:http'
import { request as sendHttps } from 'node:https'
import type { RawExchange } from '../../http/declarations/raw-handler.ts'
import { hasBody } from '../../http/responses/timeouts.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { OwnerNode, Ownership } from '../owner/ownership.ts'
import { endIdleExchange, isClientWaitedFor } from './end-idle-exchange.ts'
import { relayResponse } from './relay-response.ts'
import { connectionHeaders, forwardedHeaders, selectRequestHeaders } from './request-headers.ts'
import { sendRefusal } from './send-refusal.ts'

/** Headers of forwarded requests: the token of the lease, and what the forwarding node knows about the client. */
export const hopHeaders = {
  token: 'x-tulipwood-owner-token',
  address: 'x-tulipwood-client-address',
  origin: 'x-tulipwood-client-origin',
} as const

const droppedRequestHeaders: ReadonlySet<string> = new Set([
  ...connectionHeaders,
  ...forwardedHeaders,
  ...Object.values(hopHeaders),
])

const droppedResponseHeaders: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'trailer', 'upgrade', 'date'],
])

const connectTimeoutMs = 3000
const checkMs = 1000
const maxIdleChecks = 5

/**
 * Streams a request to the node that serves the repositories and its response back, with backpressure and the
 * credentials of the client. The host is the one of the lease, whatever the request contains. Resolves with false if the
 * node cannot be reached, in which case nothing was sent or answered.
 */
export function forwardToOwner(
  exchange: RawExchange,
  owner: OwnerNode,
  ownership: Pick<Ownership, 'isStillOwner'>,
): Promise<boolean> {
  const { request, response, timeouts } = exchange
  const { protocol, hostname, port } = new URL(owner.address)
  const upstream = (protocol === 'https:' ? sendHttps : sendHttp)({
    // An IPv6 address has brackets in URLs only.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    method: request.method ?? 'GET',
    path: exchange.url,
    agent: false,
    headers: {
      ...selectRequestHeaders(request, droppedRequestHeaders),
      host: new URL(owner.address).host,
      [hopHeaders.token]: owner.token,
      [hopHeaders.address]: exchange.address,
      [hopHeaders.origin]: exchange.origin,
    },
  })
  endExchangeOfFormerOwner(exchange, upstream, () => ownership.isStillOwner(owner))
  response.once('close', () => upstream.destroy())
  upstream.on('response', (answer) => {
    copyHeaders(exchange, answer)
    relayResponse(exchange, upstream, answer)
  })
  return new Promise((resolve) => {
    const failure = setTimeout(() => upstream.destroy(new Error('No connection')), connectTimeoutMs).unref()
    let isConnected = false
    upstream.on('error', () => {
      clearTimeout(failure)
      if (!isConnected) resolve(false)
      else endUnanswered(exchange, upstream)
    })
    upstream.once('socket', (socket) => {
      socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        clearTimeout(failure)
        isConnected = true
        endIdleExchange(request, response, upstream, timeouts.idle)
        sendBody(exchange, upstream)
        resolve(true)
      })
    })
  })
}

/**
 * Ends an exchange with a node that hangs and keeps its connections, once another node has taken over. One that makes
 * progress continues: the node may be handing over, and reports that it is alive (report-progress.ts).
 */
function endExchangeOfFormerOwner(
  { request, response }: RawExchange,
  upstream: ClientRequest,
  isStillOwner: () => Promise<boolean>,
): void {
  let moved = -1
  let idleChecks = 0
  const check = async (): Promise<void> => {
    if (await isStillOwner()) return
    const { bytesRead = 0, bytesWritten = 0 } = upstream.socket ?? {}
    const isIdle = bytesRead + bytesWritten === moved && !isClientWaitedFor(request, response, upstream)
    idleChecks = isIdle ? idleChecks + 1 : 0
    moved = bytesRead + bytesWritten
    if (idleChecks >= maxIdleChecks) upstream.destroy(new Error('The repositories have another owner'))
  }
  const timer = setInterval(() => void check().catch(() => undefined), checkMs).unref()
  upstream.once('close', () => clearInterval(timer))
}

function sendBody(exchange: RawExchange, upstream: ClientRequest): void {
  const { request } = exchange
  if (!hasBody(request)) {
    upstream.end()
    return
  }
  request.once('error', () => upstream.destroy())
  exchange.acceptBody()
  request.pipe(upstream)
}

function copyHeaders({ response }: RawExchange, answer: IncomingMessage): void {
  for (const [name, values] of Object.entries(answer.headersDistinct))
    if (values !== undefined && !droppedResponseHeaders.has(name)) response.setHeader(name, values)
}

function endUnanswered(exchange: RawExchange, upstream: ClientRequest): void {
  const { request, response } = exchange
  if (response.headersSent) {
    response.destroy()
    return
  }
  request.unpipe(upstream)
  const headers = { 'Retry-After': '1' }
  sendRefusal(exchange, new Refusal('unavailable', 'Subversion is not available at the moment', { headers }))
}
