import type { Clock } from '../../src/kit/ports.ts'

/** A clock that stands still until it is set. */
export interface SetClock extends Clock {
  pass(seconds: number): void
}

export function aClock(start = 1_800_000_000): SetClock {
  let now = start
  return {
    now: () => now,
    pass: (seconds) => {
      now += seconds
    },
  }
}
