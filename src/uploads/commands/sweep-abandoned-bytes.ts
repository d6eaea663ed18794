import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { findAbandonedBytes } from '../reads/find-abandoned-bytes.ts'

// A row is written before bytes are staged; the delay covers clocks that differ.
const defaultGraceSeconds = 86_400

/** Removes staged bytes without a row, and objects that no row names, which a crash left. Returns how many it removed. */
export async function sweepAbandonedBytes(
  world: Pick<CommandWorld, 'db' | 'staging' | 'clock'>,
  graceSeconds = defaultGraceSeconds,
): Promise<number> {
  const before = world.clock.now() - graceSeconds
  let swept = 0
  for await (const { name } of findAbandonedBytes(withReads(world), before)) {
    await world.staging.remove(name)
    swept++
  }
  return swept + (await world.staging.removeStrays(before))
}
