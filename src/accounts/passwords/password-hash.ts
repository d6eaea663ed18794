import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { limitConcurrency } from '../../kit/concurrency/limit-concurrency.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { formatPhc, type Phc, parsePhc } from '../model/phc.ts'

/** OWASP's first choice for Argon2id: 19 MiB, two passes. */
const strength = { algorithm: 'argon2id', memory: 19_456, passes: 2, parallelism: 1 } as const

/** Replaces the hash of an account that does not exist: it has the same cost and matches no password. */
export const decoyHash: string = formatPhc({ ...strength, salt: randomBytes(16), tag: randomBytes(32) })

/** Each hash takes 19 MiB and a thread of the pool that file access and DNS share. */
const limitHashing = limitConcurrency(2, {
  maxWaiting: 200,
  createError: () =>
    new Refusal('unavailable', 'Too many sign-ins at once, try again.', { headers: { 'Retry-After': '1' } }),
})

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await limitHashing(() => derive({ ...strength, salt }, password, 32))
  return formatPhc({ ...strength, salt, tag })
}

/** Returns whether a password matches a hash, whatever strength the hash has. */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  const phc = parsePhc(passwordHash)
  if (phc === undefined) return false
  const tag = await limitHashing(() => derive(phc, password, phc.tag.length))
  return timingSafeEqual(tag, phc.tag)
}

function derive(phc: Omit<Phc, 'tag'>, password: string, tagLength: number): Promise<Buffer> {
  const { algorithm, memory, passes, parallelism, salt: nonce } = phc
  const message = Buffer.from(password.normalize('NFC'))
  return new Promise((resolve, reject) => {
    argon2(algorithm, { message, nonce, memory, passes, parallelism, tagLength }, (error, tag) =>
      error === null ? resolve(tag) : reject(error),
    )
  })
}
