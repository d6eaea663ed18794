import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getChangeTokens } from '../../artifacts/reads/change-tokens.ts'
import { getEndOfLog } from '../../database/changes/change-order.ts'
import type { Authenticator } from '../../http/declarations/authenticator.ts'
import { getRequestOrigin } from '../../http/requests/origin.ts'
import { defaultTimeouts, type Timeouts } from '../../http/responses/timeouts.ts'
import { buildServer } from '../../http/server/server.ts'
import { createOutageRefusal } from '../../kit/messages/outage.ts'
import { anonymous } from '../../kit/values/caller.ts'
import { negotiateLanguage } from '../../kit/values/language.ts'
import { authenticate, refuseAnonymous } from '../../oauth2/authentication/authenticate.ts'
import { findAnySession } from '../../sign-in/authentication/session.ts'
import { getCurrentSession } from '../../sign-in/reads/current-session.ts'
import { getRequestLanguage } from '../../sign-in/reads/request-language.ts'
import { representCurrentSession } from '../../sign-in/representations/session.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { IdleWorld } from '../../world/model/idle-world.ts'
import type { World } from '../../world/model/world.ts'
import { beginWorkWith } from '../../world/units/begin-work.ts'
import { serveExplorer } from '../api/serve-explorer.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { closeConnectionsDuring, createDrain, type Drain } from '../operations/drain.ts'
import { serveOperations } from '../operations/serve-operations.ts'
import { findEmbeddedNavigation } from '../pages/embedded-navigation.ts'
import { serveDefaultAvatar } from '../pages/serve-default-avatar.ts'
import { servePagesFrom, type Visit } from '../pages/serve-pages.ts'
import { catalogues } from '../slices/catalogues.ts'
import { routes } from '../slices/routes.ts'
import { slices } from '../slices/slices.ts'

/** Builds the server with all slices, ready to listen. */
export async function createApp(
  world: IdleWorld,
  timeouts: Timeouts = defaultTimeouts,
  drain: Drain = createDrain(),
): Promise<FastifyInstance> {
  const metrics = createMetrics(world)
  const authenticator = gateOf(world)
  const endpoints = slices.flatMap((slice) => slice.endpoints ?? [])
  const app = await buildServer({
    world,
    routes,
    endpoints,
    rawHandlers: slices.flatMap((slice) => slice.rawHandlers ?? []),
    authenticator,
    catalogues,
    timeouts,
    fallback: servePagesFrom(undefined, (request, reads) => readVisit(authenticator, request, reads)),
    observe: metrics.observe,
  })
  app.addHook('preClose', async () => {
    drain.start()
    for (const slice of slices) slice.stop?.(world)
    closeIdleConnections(app)
  })
  app.addHook('onClose', async () => {
    for (const slice of slices) await slice.close?.(world)
  })
  closeConnectionsDuring(drain, app.server)
  serveOperations(app, world, metrics, drain)
  serveExplorer(app, world.config)
  await serveDefaultAvatar(app)
  return app
}

/** Returns what a page contains for its user; without the database, pages still open and report the outage of the API. */
async function readVisit(
  authenticator: Authenticator,
  request: FastifyRequest,
  reads: readonly string[],
): Promise<Visit> {
  // Repeated headers are joined, as in requests of the API.
  const headers = request.headers as Readonly<Record<string, string | undefined>>
  try {
    const { world } = await authenticator.begin()
    const [language, session, settings] = await Promise.all([
      getRequestLanguage(world, headers),
      findAnySession(world, headers),
      getSettings(world),
    ])
    const [current, { timezone }, changeToken, answers] = await Promise.all([
      getCurrentSession(world, session),
      renderLocale(world),
      session === null ? null : createChangeToken(world),
      findEmbeddedNavigation(world, authenticator, request, reads),
    ])
    const origin = settings.public_url ?? world.config.publicUrl ?? getRequestOrigin(request, world.config)
    return { language, session: representCurrentSession(current, { origin, timezone }), changeToken, answers }
  } catch (problem) {
    if (createOutageRefusal(problem) === undefined) throw problem
    return { language: negotiateLanguage(headers), session: null, changeToken: null, answers: {} }
  }
}

/** Returns a token of the present end of the change log. */
async function createChangeToken(world: World): Promise<string> {
  const tokens = await getChangeTokens(world)
  return tokens.encode(await getEndOfLog(world.db.read))
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

const anonymousRequest = { caller: anonymous, credential: null }

function gateOf(idle: IdleWorld): Authenticator {
  return {
    async begin(readFirst) {
      const { data, ...begun } = await beginWorkWith(idle, readFirst)
      return { ...begun, first: data }
    },
    async authenticate(world, request) {
      const isOpen = request.access === 'none'
      const authenticated = isOpen ? anonymousRequest : await authenticate(world, request)
      const settings = await getSettings(world)
      refuseAnonymous(authenticated, request.access, settings)
      return {
        ...authenticated,
        publicUrl: settings.public_url ?? world.config.publicUrl ?? null,
        timezone: settings.timezone ?? world.config.timezone ?? hostTimezone,
      }
    },
  }
}
