import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endAfterDrain } from './end-after-drain.ts'
import { sendContinue } from './expect-continue.ts'
import { hasBody, type Timeouts } from './timeouts.ts'

/** Bodies of requests to endpoints: read as they come, or not at all. */
export interface RequestBodies {
  readonly timeouts: Timeouts
  /** For whoever reads it; a server that stops ends it. */
  open(request: FastifyRequest, reply: FastifyReply): Readable
  /** Whether something of it is still to come. */
  isUnread(request: FastifyRequest): boolean
  /** Answers while the client is still sending. */
  answerEarly(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    content: string | Uint8Array | undefined,
  ): FastifyReply
  /** A server that stops waits for the end of this. */
  whileRunning<T>(work: Promise<T>): Promise<T>
}

export function trackRequestBodies(app: FastifyInstance, timeouts: Timeouts): RequestBodies {
  const running = new Set<Promise<unknown>>()
  const open = new Set<IncomingMessage>()
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
    for (const body of open) body.destroy()
    await Promise.allSettled(running)
  })
  return {
    timeouts,
    open(request, reply) {
      const { raw } = request
      if (open.has(raw)) return raw
      if (isStopping) raw.destroy()
      else sendContinue(request, reply)
      open.add(raw)
      raw.once('close', () => open.delete(raw))
      return raw
    },
    isUnread: (request) => hasBody(request) && request.raw.complete === false && !request.raw.destroyed,
    answerEarly(request, reply, status, content) {
      reply.hijack()
      void answerWhileSending(request.raw, reply, status, content, timeouts.drain)
      return reply
    },
    async whileRunning(work) {
      running.add(work)
      try {
        return await work
      } finally {
        running.delete(work)
      }
    },
  }
}

/**
 * The answer goes out whole, the connection closes after it. To close at once would take the answer away from a client
 * that is still writing, so what comes is thrown away for a while; after some of it the client is left to wait.
 */
async function answerWhileSending(
  body: IncomingMessage,
  { raw: response }: FastifyReply,
  status: number,
  content: string | Uint8Array | undefined,
  milliseconds: number,
): Promise<void> {
  response.setHeader('Connection', 'close')
  if (status !== 204) response.setHeader('Content-Length', Buffer.byteLength(content ?? ''))
  response.writeHead(status)
  if (content === undefined) response.flushHeaders()
  else response.write(content)
  await endAfterDrain(body, response, milliseconds)
}
