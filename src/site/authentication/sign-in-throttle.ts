import { LRUCache } from 'lru-cache'
import type { EpochSeconds } from '../../kit/time.ts'
import { normalizeLogin } from '../model/user.ts'

const windowSeconds = 60
/** Many users may share an IP address; this is still too few for guessing. */
const addressFactor = 5

export interface Reservation {
  /** Seconds until the next attempt; undefined: this one is allowed. */
  readonly retryAfter?: number
  /** Cancels the attempt, because it did not fail. */
  forgive(): void
}

/**
 * Counts attempts to sign in during the last minute, by account and IP address, and by IP address. An attempt counts as
 * failed from its beginning, so that many concurrent ones are limited as well.
 */
export class SignInThrottle {
  readonly #attempts = new LRUCache<string, readonly EpochSeconds[]>({ max: 50_000 })

  reserve(client: { readonly login: string; readonly address: string }, now: EpochSeconds, limit: number): Reservation {
    const limits = [
      { key: `${client.address} ${normalizeLogin(client.login).slice(0, 100)}`, limit },
      { key: client.address, limit: limit * addressFactor },
    ]
    const waits = limits.map((each) => this.#wait(each.key, now, each.limit))
    const retryAfter = Math.max(...waits)
    if (retryAfter > 0) return { retryAfter, forgive: () => undefined }
    for (const { key } of limits) this.#attempts.set(key, [...this.#recent(key, now), now])
    return { forgive: () => limits.map(({ key }) => this.#takeBack(key, now)) }
  }

  #recent(key: string, now: EpochSeconds): readonly EpochSeconds[] {
    return (this.#attempts.get(key) ?? []).filter((at) => at > now - windowSeconds)
  }

  #wait(key: string, now: EpochSeconds, limit: number): number {
    const recent = this.#recent(key, now)
    const oldest = recent[recent.length - limit]
    return oldest === undefined ? 0 : oldest + windowSeconds - now
  }

  #takeBack(key: string, at: EpochSeconds): void {
    const attempts = this.#attempts.get(key) ?? []
    const index = attempts.indexOf(at)
    if (index >= 0) this.#attempts.set(key, attempts.toSpliced(index, 1))
  }
}
