import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import { createApp } from '../../src/app/start/assemble.ts'
import { prepareFirstStart } from '../../src/app/start/first-start.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import { offerSetup } from '../../src/sign-in/commands/offer-setup.ts'
import type { Clock } from '../../src/world/model/ports.ts'
import type { World } from '../../src/world/model/world.ts'
import type { Dialect } from './server.ts'
import { createServerDatabase, type ServerDatabase } from './server-database.ts'

/** A server as `npm start` starts it, with the setup code that it would print. */
export interface Node {
  readonly world: World
  readonly app: FastifyInstance
  readonly setupCode: string | null
  close(): Promise<void>
}

/** An empty database in which a test starts and stops servers. */
export interface SharedDatabase {
  start(env?: Readonly<Record<string, string>>): Promise<Node>
  readonly env: ServerDatabase['env']
  /** The data directory of its servers. */
  readonly directory: string
  /** Closes the servers that still run. */
  remove(): Promise<void>
}

export async function createSharedDatabase(
  dialect: Dialect,
  clock?: Clock,
  log: Logger = pino({ level: 'silent' }),
): Promise<SharedDatabase> {
  const database = await createServerDatabase(dialect, 'migrated')
  const running = new Set<Node>()
  return {
    env: database.env,
    directory: database.directory,
    async start(env = {}) {
      const options = { log, ...(clock === undefined ? {} : { clock }) }
      const world = await openWorld(readConfig({ ...database.env, ...env }), options)
      await prepareFirstStart(world, { isLeftToSetup: true })
      const setupCode = await offerSetup(world)
      const app = await createApp(world)
      await app.ready()
      const node: Node = {
        world,
        app,
        setupCode,
        async close() {
          running.delete(node)
          await app.close()
          await world.db.close()
        },
      }
      running.add(node)
      return node
    },
    async remove() {
      for (const node of running) await node.close()
      await database.remove()
    },
  }
}
