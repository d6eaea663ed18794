import { worldInTransaction } from './in-transaction.ts'
import type { World } from './world.ts'

/** Carries what was found out of a transaction that is undone by being thrown. */
class DryRunResult<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('A dry run is undone')
    this.result = result
  }
}

/**
 * Does work within a transaction and undoes it: all checks are run, and what would be there can be looked at. Not inside
 * another transaction, which could not be undone in part.
 */
export async function runDry<T>(world: World, work: (inside: World) => Promise<T>): Promise<T> {
  try {
    return await world.db.write<T>(async (tx) => {
      const inside = worldInTransaction(world, tx)
      await inside.cache.refresh()
      throw new DryRunResult(await work(inside))
    })
  } catch (thrown) {
    // Only this function throws it, with what this very work gave.
    if (thrown instanceof DryRunResult) return thrown.result as T
    throw thrown
  }
}
