import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { World } from '../../world/model/world.ts'
import { createSecret } from '../authentication/secret.ts'
import type { IdentityProvider } from '../model/identity-provider.ts'

/**
 * A started sign-in with an identity provider, stored encrypted in a cookie of the browser: a response in another
 * browser, or too late, is rejected (RFC 9700 §4.7), and anonymous users write nothing into the database.
 */
export interface LoginAttempt {
  readonly provider: IdentityProvider['id']
  readonly state: string
  readonly nonce: string
  /** RFC 7636 §4.1. */
  readonly verifier: string
  /** Where the user is redirected afterwards. */
  readonly next: string
  readonly isRemembered: boolean
  readonly endsOn: EpochSeconds
}

const lifetimeSeconds = 600
const name = 'tulipwood_oidc'
const purpose = 'sign-in with an identity provider'
const randomSecret = (): string => createSecret(32).toString('base64url')

export function createLoginAttempt(
  of: Pick<LoginAttempt, 'provider' | 'next' | 'isRemembered'>,
  now: EpochSeconds,
): LoginAttempt {
  return {
    ...of,
    state: randomSecret(),
    nonce: randomSecret(),
    verifier: randomSecret(),
    endsOn: now + lifetimeSeconds,
  }
}

/** Returns the value of `Set-Cookie`. The way back is a link of another site: SameSite=Lax sends the cookie. */
export async function createAttemptCookie(
  world: Pick<World, 'config'>,
  attempt: LoginAttempt,
  origin: string,
): Promise<string> {
  return formatCookie(
    (await loadSecretCipher(world)).encrypt(purpose, JSON.stringify(attempt)),
    lifetimeSeconds,
    origin,
  )
}

export const clearAttemptCookie = (origin: string): string => formatCookie('', 0, origin)

const formatCookie = (value: string, seconds: number, origin: string): string =>
  `${name}=${value}; Path=/login/oidc; HttpOnly; SameSite=Lax; Max-Age=${seconds}${origin.startsWith('http://') ? '' : '; Secure'}`

/** Returns the recent attempt of this browser with this provider. */
export async function readAttemptCookie(
  world: Pick<World, 'config' | 'clock'>,
  cookie: string | undefined,
  provider: IdentityProvider['id'],
): Promise<LoginAttempt | undefined> {
  const [, sealed] =
    (cookie ?? '')
      .split(';')
      .map((pair) => pair.trim().split('=', 2))
      .find(([key]) => key === name) ?? []
  if (sealed === undefined || sealed === '') return undefined
  const attempt = decryptAttempt(await loadSecretCipher(world), sealed)
  return attempt?.provider === provider && world.clock.now() < attempt.endsOn ? attempt : undefined
}

function decryptAttempt(
  cipher: Awaited<ReturnType<typeof loadSecretCipher>>,
  sealed: string,
): LoginAttempt | undefined {
  try {
    // Encrypted only by this file, from a LoginAttempt.
    return JSON.parse(cipher.decrypt(purpose, sealed).toString()) as LoginAttempt
  } catch {
    return undefined
  }
}
