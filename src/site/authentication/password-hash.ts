import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { Refusal } from '../../kit/refusal.ts'
import { formatPhc, type Phc, parsePhc } from '../model/phc.ts'

/** OWASP's first choice for Argon2id: 19 MiB, two passes. */
const strength = { algorithm: 'argon2id', memory: 19_456, passes: 2, parallelism: 1 } as const

/** Replaces the hash of an account that does not exist: it has the same cost and matches no password. */
export const decoyHash: string = formatPhc({ ...strength, salt: randomBytes(16), tag: randomBytes(32) })

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await limitConcurrency(() => derive({ ...strength, salt }, password, 32))
  return formatPhc({ ...strength, salt, tag })
}

/** Returns whether a password matches a hash, whatever strength the hash has. */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  const phc = parsePhc(passwordHash)
  if (phc === undefined) return false
  const tag = await limitConcurrency(() => derive(phc, password, phc.tag.length))
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

// Each hash takes a thread of the pool that files and DNS share, and memory: two run at once, and a bounded queue
// waits.
const maxConcurrent = 2
const maxWaiting = 200
let running = 0
const waiting: (() => void)[] = []

async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (running < maxConcurrent) running += 1
  else if (waiting.length < maxWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
  else throw new Refusal('unavailable', 'Too many sign-ins at once, try again.', { headers: { 'Retry-After': '1' } })
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The slot is passed on directly, so that no other request gets it in between.
    if (next === undefined) running -= 1
    else next()
  }
}
