import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Returns the digest under which a random secret is stored; secrets are long, so no salt and no slow hash is needed.
 */
export const hashSecret = (secret: string | Uint8Array): string => hash('sha256', secret)

export const createSecret = (bytes: number): Buffer => randomBytes(bytes)

/** Compares digests in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
