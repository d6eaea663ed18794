import type { World } from '../model/world.ts'
import { createTransactionWorld } from './in-transaction.ts'

/** Carries the result out of a transaction that is rolled back by throwing. */
class DryRunResult<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('Rollback of a dry run')
    this.result = result
  }
}

/**
 * Runs work in a transaction and rolls it back: all checks run, and the result can be returned. Not inside another
 * transaction, which could not be rolled back in part.
 */
export async function runDry<T>(world: World, work: (inside: World) => Promise<T>): Promise<T> {
  try {
    return await world.db.write<T>(async (tx) => {
      const inside = createTransactionWorld(world, tx)
      throw new DryRunResult(await work(inside))
    })
  } catch (thrown) {
    // Only this function throws it, with the result of this work.
    if (thrown instanceof DryRunResult) return thrown.result as T
    throw thrown
  }
}
