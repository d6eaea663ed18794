import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Everything that a verification depends on, so a changed password has another key. */
export interface PasswordProof {
  readonly hash: string
  readonly login: string
  readonly password: string
  /** The IP address: another one has to guess, with the attempts that it has. */
  readonly address: string
}

const fiveMinutes = 5 * 60_000

/**
 * Cache of recent successful verifications, so that a script that sends its password with each request pays for the
 * slow hash once. The key is a digest with a secret of this process.
 */
export class VerifiedPasswordCache {
  readonly #key = randomBytes(32)
  readonly #right = new LRUCache<string, true>({ max: 10_000, ttl: fiveMinutes })
  readonly #undecided = new Map<string, Promise<boolean>>()

  isKnown(proof: PasswordProof): boolean {
    return this.#right.has(this.#digest(proof))
  }

  /** Calls `verify` once for all concurrent calls with the same proof. */
  decide(proof: PasswordProof, verify: () => Promise<boolean>): Promise<boolean> {
    const digest = this.#digest(proof)
    const undecided = this.#undecided.get(digest)
    if (undecided !== undefined) return undecided
    const verdict = this.#settle(digest, verify)
    this.#undecided.set(digest, verdict)
    return verdict
  }

  async #settle(digest: string, verify: () => Promise<boolean>): Promise<boolean> {
    try {
      const isRight = await verify()
      if (isRight) this.#right.set(digest, true)
      return isRight
    } finally {
      this.#undecided.delete(digest)
    }
  }

  #digest({ hash, login, password, address }: PasswordProof): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([hash, login, password, address]))
      .digest('base64')
  }
}
