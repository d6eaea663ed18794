import type { World } from '../../kit/world.ts'
import { findAbandonedBytes } from '../reads/find-abandoned-bytes.ts'

// What is staged gets its row first; this is for clocks that disagree.
const defaultGraceSeconds = 86_400

/** Removes staged bytes of which no row speaks: what a crash left. Returns how many. */
export async function sweepAbandonedBytes(
  world: Pick<World, 'db' | 'staging' | 'clock'>,
  graceSeconds = defaultGraceSeconds,
): Promise<number> {
  let swept = 0
  for await (const { name } of findAbandonedBytes(world, world.clock.now() - graceSeconds)) {
    await world.staging.remove(name)
    swept++
  }
  return swept
}
