import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { asSwagger2 } from '../kit/http/openapi-v2.ts'
import { originOf } from '../kit/http/origin.ts'

type Json = Readonly<Record<string, unknown>>

// Styles are set inline by the page's own script; nothing comes from another host.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const logo = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 40" height="40" role="img" aria-label="Tulipwood">
<path d="M20 5c-6 5-10 10-10 16a10 10 0 0 0 20 0c0-6-4-11-10-16z" fill="#c2567a"/><path d="M20 5c-3 6-4 11-4 16a4 10 0 0 0 8 0c0-5-1-10-4-16z" fill="#e8a3ba"/><path d="M19 30h2v8h-2z" fill="#8aa17a"/>
<text x="42" y="28" font-family="system-ui, sans-serif" font-size="24" font-weight="600" fill="#fff">Tulipwood</text></svg>`,
)

/** `/api/explorer/`: the description as a page to browse and as documents (contract 10 §1.9, 60 §11). */
export async function serveExplorer(
  app: FastifyInstance,
  description: Json,
  listening: { readonly host: string; readonly port: number },
): Promise<void> {
  // The page asks a plugin of this name for the document it shows.
  const describe = async (instance: FastifyInstance) => {
    instance.decorate('swagger', () => description)
  }
  await app.register(fastifyPlugin(describe, { name: '@fastify/swagger' }))
  await app.register(swaggerUi, {
    routePrefix: '/api/explorer',
    staticCSP: policy,
    uiConfig: { deepLinking: true, docExpansion: 'none', tryItOutEnabled: true, persistAuthorization: false },
    theme: { title: 'Tulipwood API' },
    logo: { type: 'image/svg+xml', content: logo, href: '/api/explorer/' },
    // Its addresses are relative: without the slash they would lead elsewhere.
    uiHooks: {
      onRequest: async (request, reply) => {
        if (/^\/api\/explorer(\?|$)/i.test(request.url)) return reply.redirect('/api/explorer/', 301)
      },
    },
  })
  app.get('/api/explorer/openapi.json', async () => description)
  app.get('/api/explorer/swagger.json', async (request) => {
    const { host, protocol } = new URL(originOf(request, listening))
    return asSwagger2(description, host, protocol.slice(0, -1))
  })
}
