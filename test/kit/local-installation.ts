import pino from 'pino'
import { prepareFirstStart } from '../../src/app/start/first-start.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import type { World } from '../../src/world/model/world.ts'
import type { Dialect } from './server.ts'
import { adminPassword, createServerDatabase } from './server-database.ts'

/** An initialized database and data directory that a test opens several times. */
export async function createLocalInstallation(dialect: Dialect) {
  const database = await createServerDatabase(dialect, 'furnished')
  const env = { ...database.env, TULIPWOOD_ADMIN_PASSWORD: adminPassword, TULIPWOOD_LOG: 'silent' }
  const start = async (): Promise<World> => {
    const world = await openWorld(readConfig(env), { log: pino({ level: 'silent' }) })
    await prepareFirstStart(world)
    return world
  }
  return {
    env,
    start,
    remove: () => database.remove(),
  }
}
