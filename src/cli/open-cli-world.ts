import pino from 'pino'
import { firstStart } from '../app/first-start.ts'
import { openWorld } from '../app/open-world.ts'
import type { Config } from '../kit/config.ts'
import type { World } from '../kit/world.ts'
import type { Shell } from './shell.ts'

/** Opens the database of the server; an empty one is furnished as the first start of the server would. */
export async function openCliWorld(config: Config, shell: Shell): Promise<World> {
  const world = await openWorld(config, { log: pino({ level: 'warn' }, { write: shell.error }) })
  try {
    const { generatedPassword } = await firstStart(world)
    // Standard output belongs to what the command was asked for.
    if (generatedPassword !== null) {
      shell.error(`The database was empty. Administrator: admin / ${generatedPassword}    (shown only this once)\n`)
    }
    return world
  } catch (problem) {
    await world.db.close()
    throw problem
  }
}
