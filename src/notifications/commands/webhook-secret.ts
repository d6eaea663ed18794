import { randomBytes } from 'node:crypto'

/** 32 bytes: as long as the SHA-256 digest it keys. */
export const generateSecret = (): string => randomBytes(32).toString('hex')
