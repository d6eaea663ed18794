import type { World } from '../../kit/world.ts'
import { findAbandonedBytes } from '../reads/find-abandoned-bytes.ts'

// A row is written before bytes are staged; the delay covers clocks that differ.
const defaultGraceSeconds = 86_400

/** Removes staged bytes without a row, which a crash left. Returns how many it removed. */
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
