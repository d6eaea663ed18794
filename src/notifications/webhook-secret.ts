import { randomBytes } from 'node:crypto'

/** As long as the digest it keys. */
export const makeSecret = (): string => randomBytes(32).toString('hex')
