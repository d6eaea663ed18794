import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OpenSpan, Tracing } from '../../kit/tracing/tracing.ts'

/** Probes of monitoring would be most of the traces. */
const isProbe = (path: string): boolean => /^\/(health|metrics)(\/|$)/.test(path)

/**
 * Records a span for each request. Its query is left out, which may contain codes of sign-ins; so are headers.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, _reply, next) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (isProbe(path)) return next()
    const span = tracing.startSpan(
      {
        name: request.method,
        kind: 'server',
        attributes: {
          'http.request.method': request.method,
          'url.path': path,
          'url.scheme': request.protocol,
          'server.address': request.hostname,
          'client.address': request.ip,
          'network.protocol.version': request.raw.httpVersion,
        },
      },
      request.headers,
    )
    spans.set(request, span)
    span.run(next)
  })
  // Events of the body, which was parsed in between, have no span.
  app.addHook('preHandler', (request, _reply, next) => {
    const span = spans.get(request)
    if (span === undefined) next()
    else span.run(next)
  })
  app.addHook('onResponse', (request, reply, next) => {
    const { url: route } = request.routeOptions
    const status = reply.statusCode
    spans.get(request)?.end({
      attributes: { 'http.response.status_code': status, ...(route === undefined ? {} : { 'http.route': route }) },
      ...(route === undefined ? {} : { name: `${request.method} ${route}` }),
      error: status >= 500 ? `${status}` : undefined,
    })
    next()
  })
}
