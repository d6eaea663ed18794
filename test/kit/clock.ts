import type { Clock } from '../../src/world/model/ports.ts'

/** A clock that stands still until the test advances it. */
export interface ManualClock extends Clock {
  pass(seconds: number): void
}

export function createClock(start = 1_800_000_000): ManualClock {
  let now = start
  return {
    now: () => now,
    pass: (seconds) => {
      now += seconds
    },
  }
}
