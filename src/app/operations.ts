import type { FastifyInstance } from 'fastify'
import type { Database } from '../kit/db/db.ts'
import { retryAfterSeconds } from '../kit/outage.ts'
import type { World } from '../kit/world.ts'
import type { Metrics } from './metrics.ts'

/**
 * What watches the server: `/health` and `/metrics`. Outside the API: no sign-in, no CORS. A node is ready without
 * Subversion as well, whose state is told beside (docs/decisions/0034-run-apache-behind-the-server.md), and with a full disk,
 * which `disk` says.
 */
export function serveOperations(
  app: FastifyInstance,
  world: Pick<World, 'db' | 'repositories' | 'staging'>,
  metrics: Metrics,
  isStopping: () => boolean,
): void {
  app.get('/health', async (_request, reply) => {
    const isReady = !isStopping() && (await answers(world.db))
    if (!isReady) reply.header('retry-after', `${retryAfterSeconds}`)
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ live: true, ready: isReady, disk: await diskState(world), ...subversionState(world) })
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

/** Bytes that the database, its log and a few uploads need to go on. */
const leastFreeBytes = 1024 * 1024

/** `full`: nothing more can be stored in the data folder, and writes are answered 507; what is stored can be read. */
async function diskState({ staging }: Pick<World, 'staging'>): Promise<'ok' | 'full' | 'unknown'> {
  try {
    return (await staging.freeBytes()) < leastFreeBytes ? 'full' : 'ok'
  } catch {
    return 'unknown'
  }
}

async function answers(db: Database): Promise<boolean> {
  try {
    await db.read.selectFrom('revision').select('n').limit(1).execute()
    return true
  } catch {
    return false
  }
}
