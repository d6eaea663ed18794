import { type FastifyInstance, fastify } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { toSwagger2 } from '../../http/openapi/openapi-v2.ts'
import { toOpenApi30 } from '../../http/openapi/openapi-v3-0.ts'
import { getRequestOrigin } from '../../http/requests/origin.ts'
import { scopes } from '../../sign-in/model/scopes.ts'

type Json = Readonly<Record<string, unknown>>

// The page's script sets inline styles; nothing is loaded from another host.
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const logo = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 40" height="40" role="img" aria-label="Tulipwood">
<path d="M20 5c-6 5-10 10-10 16a10 10 0 0 0 20 0c0-6-4-11-10-16z" fill="#c2567a"/><path d="M20 5c-3 6-4 11-4 16a4 10 0 0 0 8 0c0-5-1-10-4-16z" fill="#e8a3ba"/><path d="M19 30h2v8h-2z" fill="#8aa17a"/>
<text x="42" y="28" font-family="system-ui, sans-serif" font-size="24" font-weight="600" fill="#fff">Tulipwood</text></svg>`,
)

/**
 * Serves `/api/explorer/`: the API description as a page and as documents (docs/api/rest-conventions.md §1.9,
 * docs/api/client-needs.md §11).
 */
export function serveExplorer(app: FastifyInstance, listening: { readonly host: string; readonly port: number }): void {
  let pages: Promise<FastifyInstance> | undefined
  app.get('/api/explorer/openapi.json', () => loadDescription())
  app.get('/api/explorer/swagger.json', async (request) => {
    const { host, protocol } = new URL(getRequestOrigin(request, listening))
    return toSwagger2(await loadDescription(), host, protocol.slice(0, -1), describeAppScopes())
  })
  // Its URLs are relative and need the trailing slash.
  app.get('/api/explorer', async (_request, reply) => reply.redirect('/api/explorer/', 301))
  app.get('/api/explorer/*', async (request, reply) => {
    pages ??= createExplorer()
    const answer = await (await pages).inject({ url: request.url, headers: request.headers })
    if (answer.statusCode === 404) return reply.callNotFound()
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !hopByHopHeaders.has(name)) reply.header(name, value)
    return reply.code(answer.statusCode).send(answer.rawPayload)
  })
}

const describeAppScopes = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(scopes).flatMap(([name, scope]) => (scope.for.includes('oauth2_app') ? [[name, scope.allows]] : [])),
  )

/** Hop-by-hop headers (RFC 9110 §7.6.1), and headers that the outer response sets itself. */
const hopByHopHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'date',
  'content-length',
])

const loadDescription = async (): Promise<Json> => (await import('./description.ts')).description

/** A separate server, created on the first request: loading its libraries would slow down every start by a tenth. */
async function createExplorer(): Promise<FastifyInstance> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  const description = toOpenApi30(await loadDescription())
  const pages = fastify()
  // Swagger UI reads the document from a plugin of this name.
  const describe = async (instance: FastifyInstance) => {
    instance.decorate('swagger', () => description)
  }
  await pages.register(fastifyPlugin(describe, { name: '@fastify/swagger' }))
  await pages.register(swaggerUi, {
    routePrefix: '/api/explorer',
    staticCSP: contentSecurityPolicy,
    uiConfig: {
      deepLinking: true,
      docExpansion: 'none',
      filter: true,
      // An operation with the schemas of all that it refers to takes seconds to draw: it shows examples, and schemas
      // one level deep on request.
      defaultModelRendering: 'example',
      defaultModelExpandDepth: 1,
      defaultModelsExpandDepth: -1,
      tryItOutEnabled: true,
      persistAuthorization: false,
    },
    theme: { title: 'Tulipwood API' },
    logo: { type: 'image/svg+xml', content: logo, href: '/api/explorer/' },
  })
  return pages
}
