import type { FastifyInstance } from 'fastify'
import { anonymous } from '../kit/caller.ts'
import type { Gate } from '../kit/http/gate.ts'
import { type Patience, usualPatience } from '../kit/http/patience.ts'
import { buildServer } from '../kit/http/server.ts'
import type { World } from '../kit/world.ts'
import { authenticate, refuseAnonymous } from '../platform/authentication/authenticate.ts'
import { settingsOf } from '../platform/store/settings.ts'
import { serveAvatars } from './avatars.ts'
import { serveExplorer } from './explorer.ts'
import { metricsOf } from './metrics.ts'
import { serveOperations } from './operations.ts'
import { pagesFrom } from './pages.ts'
import { routes } from './routes.ts'
import { slices } from './slices.ts'

/** The whole server, ready to listen. */
export async function assemble(world: World, patience: Patience = usualPatience): Promise<FastifyInstance> {
  let isStopping = false
  const metrics = metricsOf(world.db)
  const endpoints = slices.flatMap((slice) => slice.endpoints ?? [])
  const app = await buildServer({
    world,
    routes,
    endpoints,
    ahead: slices.flatMap((slice) => slice.ahead ?? []),
    gate: gateOf(world),
    patience,
    elsewhere: pagesFrom(),
    observe: metrics.observe,
  })
  app.addHook('preClose', async () => {
    isStopping = true
    for (const slice of slices) slice.stop?.(world)
    hangUpWhenIdle(app)
  })
  app.addHook('onClose', async () => {
    for (const slice of slices) await slice.close?.(world)
  })
  serveOperations(app, world, metrics, () => isStopping)
  serveExplorer(app, world.config)
  await serveAvatars(app)
  return app
}

/** Once their answer is there, connections of running requests are kept by nobody: waiting for more would take a minute. */
function hangUpWhenIdle({ server }: FastifyInstance): void {
  const hangingUp = setInterval(() => server.closeIdleConnections(), 50).unref()
  // Somebody who neither takes his answer nor leaves keeps nobody else from the next server.
  const cuttingOff = setTimeout(() => server.closeAllConnections(), longestFarewellMs).unref()
  server.once('close', () => {
    clearInterval(hangingUp)
    clearTimeout(cuttingOff)
  })
}

const longestFarewellMs = 15_000

const hostZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

const visitor = { caller: anonymous, credential: null, insufficientScope: null }

function gateOf(world: World): Gate {
  return {
    async begin() {
      await world.cache.refresh()
      return world.cache.revisionKey
    },
    async admit(sent) {
      const isOpen = sent.access === 'none'
      const authenticated = isOpen ? visitor : await authenticate(world, sent)
      const settings = await settingsOf(world)
      refuseAnonymous(authenticated, sent.access, settings)
      return {
        ...authenticated,
        publicUrl: settings.public_url ?? world.config.publicUrl ?? null,
        timezone: settings.timezone ?? world.config.timezone ?? hostZone,
      }
    },
  }
}
