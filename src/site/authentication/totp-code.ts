import { Secret, TOTP } from 'otpauth'
import type { EpochSeconds } from '../../kit/time.ts'
import { stepSeconds } from '../model/totp.ts'
import { createSecret } from './secret.ts'

// RFC 6238 as every authenticator app has it: SHA-1, six digits, half a minute. RFC 4226 §4: at least 128 bits.
const secretBytes = 20
const shape = { algorithm: 'SHA1', digits: 6, period: stepSeconds } as const

/** In base 32, as a person may type it into an app. */
export const createTotpSecret = (): string => base32(createSecret(secretBytes))

const base32 = (bytes: Uint8Array): string => secretOf(bytes).base32

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer })

/** What a QR code shows. */
export const otpauthUri = (secret: string, { issuer, login }: { issuer: string; login: string }): string =>
  new TOTP({ ...shape, issuer, label: login, secret: Secret.fromBase32(secret) }).toString()

/** The half minute a code belongs to; undefined when it is right at none near. RFC 6238 §5.2: one step of drift. */
export function findStepOfCode(secret: string, code: string, now: EpochSeconds): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const timestamp = now * 1000
  const delta = TOTP.validate({ ...shape, token, secret: Secret.fromBase32(secret), timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ period: stepSeconds, timestamp }) + delta
}
