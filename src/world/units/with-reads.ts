import type { CommandWorld } from '../model/command-world.ts'
import type { World } from '../model/world.ts'

/**
 * Returns the world of a command with its reads, for functions that read before or after its transaction. What they
 * return may be outdated when the transaction runs: it checks again what it depends on.
 */
export const withReads = <Parts extends Pick<CommandWorld, 'db'>>(
  world: Parts,
): Omit<Parts, 'db'> & Pick<World, 'db'> =>
  // Only the type of a command's world has no reads.
  world as Omit<Parts, 'db'> & Pick<World, 'db'>
