import { Secret, TOTP } from 'otpauth'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { stepSeconds } from '../model/totp.ts'
import { createSecret } from './secret.ts'

// RFC 6238 as authenticator apps implement it: SHA-1, six digits, 30 seconds. RFC 4226 §4: at least 128 bits.
const secretBytes = 20
const shape = { algorithm: 'SHA1', digits: 6, period: stepSeconds } as const

/** Returns a secret in base 32, which users can type into an app. */
export const createTotpSecret = (): string => base32(createSecret(secretBytes))

const base32 = (bytes: Uint8Array): string => secretOf(bytes).base32

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer })

/** Returns the content of the QR code. */
export const buildOtpauthUri = (secret: string, { issuer, login }: { issuer: string; login: string }): string =>
  new TOTP({ ...shape, issuer, label: login, secret: Secret.fromBase32(secret) }).toString()

/** Returns the time step of a code; undefined when it is wrong. RFC 6238 §5.2: one step of drift is allowed. */
export function findStepOfCode(secret: string, code: string, now: EpochSeconds): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const timestamp = now * 1000
  const delta = TOTP.validate({ ...shape, token, secret: Secret.fromBase32(secret), timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ period: stepSeconds, timestamp }) + delta
}
