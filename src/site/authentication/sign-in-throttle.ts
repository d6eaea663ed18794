import { LRUCache } from 'lru-cache'
import type { EpochSeconds } from '../../kit/time.ts'
import { loginKey } from '../model/user.ts'

const windowSeconds = 60
/** Many people may share an address; still fewer than a guesser needs. */
const addressFactor = 5

export interface Reservation {
  /** Seconds after which the next attempt may come; undefined: this one may. */
  readonly retryAfter?: number
  /** Takes the attempt back: it did not fail. */
  forgive(): void
}

/**
 * Attempts to sign in during the last minute, by account and address, and by address. An attempt counts as failed
 * from its beginning, so that many at once do not slip through together.
 */
export class SignInThrottle {
  readonly #attempts = new LRUCache<string, readonly EpochSeconds[]>({ max: 50_000 })

  reserve(who: { readonly login: string; readonly address: string }, now: EpochSeconds, limit: number): Reservation {
    const limits = [
      { key: `${who.address} ${loginKey(who.login).slice(0, 100)}`, limit },
      { key: who.address, limit: limit * addressFactor },
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
