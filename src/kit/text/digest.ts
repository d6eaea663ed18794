import { createHash } from 'node:crypto'

/** Returns the first bytes of the SHA-256 digest of a text. */
export const computeDigest = (text: string, bytes: number): Buffer =>
  createHash('sha256').update(text).digest().subarray(0, bytes)
