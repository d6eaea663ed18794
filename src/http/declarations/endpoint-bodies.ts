import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendContinue } from '../requests/expect-continue.ts'
import { endAfterDrain } from '../responses/end-after-drain.ts'
import { hasBody, type Timeouts } from '../responses/timeouts.ts'

/** Bodies of requests to endpoints: streamed, or not read at all. */
export interface RequestBodies {
  readonly timeouts: Timeouts
  /** Returns the body as a stream, which a stopping server ends. */
  open(request: FastifyRequest, reply: FastifyReply): Readable
  /** Returns whether a part of the body is still to come. */
  isUnread(request: FastifyRequest): boolean
  /** Responds while the client is still sending. */
  answerEarly(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    content: string | Uint8Array | undefined,
  ): FastifyReply
  /** A stopping server waits for the end of this. */
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
 * Writes the response, then closes the connection. Closing at once would lose the response for a client that is still
 * writing, so incoming bytes are discarded for a while; after too many of them the server stops reading.
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
