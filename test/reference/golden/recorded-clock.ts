import type { Clock } from '../../../src/kit/ports.ts'
import { type EpochSeconds, epochSeconds } from '../../../src/kit/time.ts'
import type { Recording } from './records.ts'

/** A clock that shows when each recording was made, as far as they tell: so moments compare like everything else. */
export class RecordedClock implements Clock {
  #now: EpochSeconds = epochSeconds(new Date('2026-11-20T12:10:00Z'))

  now(): EpochSeconds {
    return this.#now
  }

  /** To the moment of a recorded write; it never goes back. */
  turnTo({ response }: Recording): void {
    for (const [name, value] of response.headers)
      if (name === 'Last-Modified') this.#now = Math.max(this.#now, epochSeconds(new Date(value)))
  }
}
