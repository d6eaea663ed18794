import { type EpochSeconds, toEpochSeconds } from '../../../src/kit/values/time.ts'
import type { Clock } from '../../../src/world/model/ports.ts'
import type { Recording } from './records.ts'

/** A clock that follows the times of the recordings, so that dates are equal. */
export class RecordedClock implements Clock {
  #now: EpochSeconds = toEpochSeconds(new Date('2026-11-20T12:10:00Z'))

  now(): EpochSeconds {
    return this.#now
  }

  /** Advances to the time of a recorded write, never back. */
  advanceTo({ response }: Recording): void {
    for (const [name, value] of response.headers)
      if (name === 'Last-Modified') this.#now = Math.max(this.#now, toEpochSeconds(new Date(value)))
  }
}
