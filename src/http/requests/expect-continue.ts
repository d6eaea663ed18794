import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

// Requests whose clients wait for `100 Continue`.
const waiting = new WeakSet<object>()

/**
 * Handles `Expect: 100-continue`: a handler that streams the body may refuse before it is sent; all other clients may
 * send at once. Other expectations are ignored (RFC 9110 §10.1.1).
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

/** Sends `100 Continue` if the client waits for it. */
export function sendContinue({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (waiting.delete(raw)) reply.raw.writeContinue()
}
