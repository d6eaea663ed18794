import type { FastifyInstance } from 'fastify'
import { retryAfterSeconds } from '../../kit/messages/outage.ts'
import { loadFreeDiskBytes } from '../../kit/system/free-disk-bytes.ts'
import { rateFreeSpace } from '../../monitoring/model/free-space.ts'
import type { World } from '../../world/model/world.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Drain } from './drain.ts'

/**
 * Serves `/health`, `/health/live`, `/health/ready` and `/metrics` for monitoring, outside the API: no sign-in, no CORS.
 * A node without Subversion is ready as well; its state is a member of its own
 * (docs/decisions/0034-run-apache-behind-the-server.md). So is a node with a full disk, see `disk`.
 */
export function serveOperations(
  app: FastifyInstance,
  world: Pick<World, 'db' | 'repositories' | 'config'>,
  metrics: Metrics,
  drain: Drain,
): void {
  app.get('/health', async (_request, reply) => {
    const isReady = !drain.isStarted && (await world.db.isReachable())
    if (!isReady) reply.header('retry-after', `${retryAfterSeconds}`)
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ live: true, ready: isReady, disk: await diskState(world), ...subversionState(world) })
  })
  app.get('/health/live', async (_request, reply) => reply.header('cache-control', 'no-store').send({ live: true }))
  // Without a look at the database: while it is away, all nodes answer 503 with Retry-After themselves. If none were
  // ready, the load balancer would answer in their place.
  app.get('/health/ready', async (_request, reply) => {
    if (drain.isStarted) reply.header('retry-after', `${retryAfterSeconds}`)
    return reply
      .code(drain.isStarted ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ ready: !drain.isStarted })
  })
  app.get('/metrics', async (_request, reply) =>
    reply
      .header('content-type', metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text()),
  )
}

function subversionState({ repositories }: Pick<World, 'repositories'>) {
  const problem = repositories.problem()
  return { subversion: repositories.state(), ...(problem === null ? {} : { subversion_problem: problem }) }
}

/** `full`: writes to the data directory are rejected with 507; reads still work. */
async function diskState({ config }: Pick<World, 'config'>): Promise<'ok' | 'full' | 'unknown'> {
  try {
    return rateFreeSpace(await loadFreeDiskBytes(config.dataDirectory)) === 'full' ? 'full' : 'ok'
  } catch {
    return 'unknown'
  }
}
