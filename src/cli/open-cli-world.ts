import pino from 'pino'
import { firstStart } from '../app/first-start.ts'
import { openWorld } from '../app/open-world.ts'
import type { Config } from '../kit/config.ts'
import type { World } from '../kit/world.ts'

/** Opens the database of the server; an empty one is furnished as the first start of the server would. */
export async function openCliWorld(config: Config): Promise<World> {
  const world = await openWorld(config, { log: pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true })) })
  try {
    const { generatedPassword } = await firstStart(world)
    // Standard output belongs to what the command was asked for.
    if (generatedPassword !== null) {
      process.stderr.write(
        `The database was empty. Administrator: admin / ${generatedPassword}    (shown only this once)\n`,
      )
    }
    return world
  } catch (problem) {
    await world.db.close()
    throw problem
  }
}
