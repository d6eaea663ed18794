import type { CommandWorld } from '../../world/model/command-world.ts'
import { beginAgain } from '../../world/units/begin-work.ts'

/**
 * Runs a change that loads trackers before its transaction, so that this one holds no locks meanwhile; again while
 * `attempt` returns undefined, because what it has loaded is outdated. `loadedAt`: the counter of the trackers, to be
 * compared with the one that `keepStructure` reads in the transaction.
 */
export async function retryWhileOutdated<Result extends object>(
  world: Pick<CommandWorld, 'cache'>,
  attempt: (loadedAt: number) => Promise<Result | undefined>,
): Promise<Result> {
  for (;;) {
    // Read before anything is loaded, which may then be newer, but not older.
    const result = await attempt(world.cache.revisionOf('trackers'))
    if (result !== undefined) return result
    await beginAgain(world)
  }
}
