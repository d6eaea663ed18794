import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { inject } from 'vitest'
import { firstStart } from '../../src/app/first-start.ts'
import { openWorld } from '../../src/app/open-world.ts'
import { readConfig } from '../../src/kit/config.ts'
import type { World } from '../../src/kit/world.ts'
import { freshDatabase } from './postgres-server.ts'
import type { Dialect } from './server.ts'

/** A place of its own that processes come and go in. */
export async function anInstallationHome(dialect: Dialect) {
  const folder = await mkdtemp(join(tmpdir(), 'tulipwood-crash-'))
  const adminUrl = inject('postgresUrl')
  const postgres = dialect === 'postgres' && adminUrl !== null ? await freshDatabase(adminUrl) : undefined
  const env = {
    TULIPWOOD_DATA: folder,
    TULIPWOOD_ADMIN_PASSWORD: 'correct horse battery',
    TULIPWOOD_LOG: 'silent',
    ...(postgres === undefined ? {} : { DATABASE_URL: postgres.url }),
  }
  const start = async (): Promise<World> => {
    const world = await openWorld(readConfig(env), { log: pino({ level: 'silent' }) })
    await firstStart(world)
    return world
  }
  return {
    env,
    start,
    async remove() {
      await postgres?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
