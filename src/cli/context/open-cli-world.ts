import pino from 'pino'
import { prepareFirstStart } from '../../app/start/first-start.ts'
import { openWorld } from '../../app/start/open-world.ts'
import type { Config } from '../../kit/system/config.ts'
import type { World } from '../../world/model/world.ts'
import type { CliIo } from './cli-io.ts'

/** Opens the database of the server; initializes an empty one like the first start of the server. */
export async function openCliWorld(config: Config, io: CliIo): Promise<World> {
  const world = await openWorld(config, { log: pino({ level: 'warn' }, { write: io.error }) })
  try {
    const { isPasswordMissing } = await prepareFirstStart(world)
    // Standard output is reserved for the output of the command.
    if (isPasswordMissing) {
      io.error(
        'The database was empty. The administrator admin has no password yet: set one with `tulipwood user password admin`, or start the server with TULIPWOOD_ADMIN_PASSWORD.\n',
      )
    }
    return world
  } catch (problem) {
    await world.db.close()
    throw problem
  }
}
