import type { World } from '../../kit/world.ts'
import { stagedStrays } from '../reads/staged-strays.ts'

// What is staged gets its row first; this is for clocks that disagree.
const usualGrace = 86_400

/** Removes staged bytes of which no row speaks: what a crash left. Returns how many. */
export async function sweepStrays(
  world: Pick<World, 'db' | 'staging' | 'clock'>,
  graceSeconds = usualGrace,
): Promise<number> {
  let swept = 0
  for await (const { name } of stagedStrays(world, world.clock.now() - graceSeconds)) {
    await world.staging.remove(name)
    swept++
  }
  return swept
}
