import type { FastifyInstance } from 'fastify'
import { anonymous } from '../kit/caller.ts'
import type { Authenticator } from '../kit/http/authenticator.ts'
import { buildServer } from '../kit/http/server.ts'
import { defaultTimeouts, type Timeouts } from '../kit/http/timeouts.ts'
import { type Language, negotiateLanguage } from '../kit/language.ts'
import { createOutageRefusal } from '../kit/outage.ts'
import type { World } from '../kit/world.ts'
import { authenticate, refuseAnonymous } from '../site/authentication/authenticate.ts'
import { getRequestLanguage } from '../site/reads/request-language.ts'
import { getSettings } from '../site/store/settings.ts'
import { createMetrics } from './metrics.ts'
import { routes } from './routes.ts'
import { serveAvatars } from './serve-avatars.ts'
import { serveExplorer } from './serve-explorer.ts'
import { serveOperations } from './serve-operations.ts'
import { servePagesFrom } from './serve-pages.ts'
import { slices } from './slices.ts'

/** Builds the server with all slices, ready to listen. */
export async function createApp(world: World, timeouts: Timeouts = defaultTimeouts): Promise<FastifyInstance> {
  let isStopping = false
  const metrics = createMetrics(world.db)
  const endpoints = slices.flatMap((slice) => slice.endpoints ?? [])
  const app = await buildServer({
    world,
    routes,
    endpoints,
    rawHandlers: slices.flatMap((slice) => slice.rawHandlers ?? []),
    authenticator: gateOf(world),
    timeouts,
    fallback: servePagesFrom(undefined, (headers) => pageLanguage(world, headers)),
    observe: metrics.observe,
  })
  app.addHook('preClose', async () => {
    isStopping = true
    for (const slice of slices) slice.stop?.(world)
    closeIdleConnections(app)
  })
  app.addHook('onClose', async () => {
    for (const slice of slices) await slice.close?.(world)
  })
  serveOperations(app, world, metrics, () => isStopping)
  serveExplorer(app, world.config)
  await serveAvatars(app)
  return app
}

/** Returns the language of a page; without the database, pages still open and report the outage of the API. */
async function pageLanguage(world: World, headers: Readonly<Record<string, string | undefined>>): Promise<Language> {
  try {
    await world.cache.refresh()
    return await getRequestLanguage(world, headers)
  } catch (problem) {
    if (createOutageRefusal(problem) === undefined) throw problem
    return negotiateLanguage(headers)
  }
}

/** Closes connections as soon as their running request is answered: keep-alive would delay the stop by a minute. */
function closeIdleConnections({ server }: FastifyInstance): void {
  const hangingUp = setInterval(() => server.closeIdleConnections(), 50).unref()
  // A client that neither reads its response nor disconnects must not delay the next server.
  const cuttingOff = setTimeout(() => server.closeAllConnections(), maxCloseMs).unref()
  server.once('close', () => {
    clearInterval(hangingUp)
    clearTimeout(cuttingOff)
  })
}

const maxCloseMs = 15_000

const hostTimezone = new Intl.DateTimeFormat().resolvedOptions().timeZone

const anonymousRequest = { caller: anonymous, credential: null, insufficientScope: null }

function gateOf(world: World): Authenticator {
  return {
    async begin() {
      await world.cache.refresh()
      return world.cache.revisionKey
    },
    async authenticate(sent) {
      const isOpen = sent.access === 'none'
      const authenticated = isOpen ? anonymousRequest : await authenticate(world, sent)
      const settings = await getSettings(world)
      refuseAnonymous(authenticated, sent.access, settings)
      return {
        ...authenticated,
        publicUrl: settings.public_url ?? world.config.publicUrl ?? null,
        timezone: settings.timezone ?? world.config.timezone ?? hostTimezone,
      }
    },
  }
}
