import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

// Requests whose client waits to be told that its body is wanted.
const waiting = new WeakSet<object>()

/**
 * `Expect: 100-continue`: who reads a body as it comes may refuse before it was sent; for all others the client is told
 * at once that it may send. Other expectations are passed over (RFC 9110 §10.1.1).
 */
export function handleExpectContinue(app: FastifyInstance, isStreamed: (request: FastifyRequest) => boolean): void {
  app.server.on('checkContinue', (request, response) => {
    waiting.add(request)
    app.server.emit('request', request, response)
  })
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response)
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (!isStreamed(request)) sendContinue(request, reply)
    next()
  })
}

/** The body is wanted; nothing happens where nobody waits. */
export function sendContinue({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (waiting.delete(raw)) reply.raw.writeContinue()
}
