import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { asSwagger2 } from '../kit/http/openapi-v2.ts'

type Json = Readonly<Record<string, unknown>>

// Styles are set inline by the page's own script; nothing comes from another host.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** `/api/explorer/`: the description as a page to browse and as documents (contract 10 §1.9, 60 §11). */
export async function serveExplorer(app: FastifyInstance, description: Json): Promise<void> {
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
  })
  app.get('/api/explorer/openapi.json', async () => description)
  app.get('/api/explorer/swagger.json', async (request) => asSwagger2(description, request.host, request.protocol))
}
