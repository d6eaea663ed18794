import type { FastifyInstance } from 'fastify'
import { anonymous } from '../kit/caller.ts'
import type { Gate } from '../kit/http/gate.ts'
import { describeApi } from '../kit/http/openapi.ts'
import { buildServer } from '../kit/http/server.ts'
import type { World } from '../kit/world.ts'
import { authenticate, refuseAnonymous } from '../platform/authentication/authenticate.ts'
import { settingsOf } from '../platform/store/settings.ts'
import { serveAvatars } from './avatars.ts'
import { serveExplorer } from './explorer.ts'
import { metricsOf } from './metrics.ts'
import { serveOperations } from './operations.ts'
import { slices } from './slices.ts'
import { productVersion } from './version.ts'

/** Every route of the API. */
export const routes = slices.flatMap((slice) => slice.routes)

/** The API's description, made from the routes. */
export const description = describeApi(routes, productVersion)

/** The whole server, ready to listen. */
export async function assemble(world: World): Promise<FastifyInstance> {
  let isStopping = false
  const metrics = metricsOf(world.db)
  const app = await buildServer({ world, routes, gate: gateOf(world), observe: metrics.observe })
  app.addHook('preClose', async () => {
    isStopping = true
    hangUpWhenIdle(app)
  })
  serveOperations(app, world.db, metrics, () => isStopping)
  await serveExplorer(app, description, world.config)
  await serveAvatars(app)
  return app
}

/** Once their answer is there, connections of running requests are kept by nobody: waiting for more would take a minute. */
function hangUpWhenIdle({ server }: FastifyInstance): void {
  const hangingUp = setInterval(() => server.closeIdleConnections(), 50).unref()
  server.once('close', () => clearInterval(hangingUp))
}

const hostZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

const visitor = { caller: anonymous, credential: null }

function gateOf(world: World): Gate {
  return {
    async begin() {
      await world.memory.refresh()
      return world.memory.moment
    },
    async admit(sent) {
      const isOpen = sent.access === 'none'
      const { caller, credential } = isOpen ? visitor : await authenticate(world, sent)
      const settings = await settingsOf(world)
      refuseAnonymous(caller, sent.access, settings)
      return {
        caller,
        credential,
        publicUrl: settings.public_url ?? world.config.publicUrl ?? null,
        timezone: settings.timezone ?? world.config.timezone ?? hostZone,
      }
    },
  }
}
