import { loadSecretCipher } from '../../kit/encrypt.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import { newSecret } from '../authentication/secret.ts'
import type { IdentityProvider } from '../model/identity-provider.ts'

/**
 * Somebody who was sent to a directory. It lies sealed in a cookie of that very browser: what comes back to another one,
 * or too late, is nobody's (RFC 9700 §4.7), and strangers write nothing into the database.
 */
export interface Attempt {
  readonly provider: IdentityProvider['id']
  readonly state: string
  readonly nonce: string
  /** RFC 7636 §4.1. */
  readonly verifier: string
  /** Where he goes then. */
  readonly next: string
  readonly isRemembered: boolean
  readonly endsOn: EpochSeconds
}

const livesSeconds = 600
const name = 'tulipwood_directory'
const purpose = 'sign-in with a directory'
const secret = (): string => newSecret(32).toString('base64url')

export function newAttempt(of: Pick<Attempt, 'provider' | 'next' | 'isRemembered'>, now: EpochSeconds): Attempt {
  return { ...of, state: secret(), nonce: secret(), verifier: secret(), endsOn: now + livesSeconds }
}

/** The value of `Set-Cookie`. The way back is a link of another site: Lax lets it through. */
export async function attemptCookie(world: Pick<World, 'config'>, attempt: Attempt, origin: string): Promise<string> {
  return written((await loadSecretCipher(world)).encrypt(purpose, JSON.stringify(attempt)), livesSeconds, origin)
}

export const noAttemptCookie = (origin: string): string => written('', 0, origin)

const written = (value: string, seconds: number, origin: string): string =>
  `${name}=${value}; Path=/login/directory; HttpOnly; SameSite=Lax; Max-Age=${seconds}${origin.startsWith('http://') ? '' : '; Secure'}`

/** What this browser was sent away with, to this directory, not long ago. */
export async function attemptIn(
  world: Pick<World, 'config' | 'clock'>,
  cookie: string | undefined,
  provider: IdentityProvider['id'],
): Promise<Attempt | undefined> {
  const [, sealed] =
    (cookie ?? '')
      .split(';')
      .map((pair) => pair.trim().split('=', 2))
      .find(([key]) => key === name) ?? []
  if (sealed === undefined || sealed === '') return undefined
  const attempt = opened(await loadSecretCipher(world), sealed)
  return attempt?.provider === provider && world.clock.now() < attempt.endsOn ? attempt : undefined
}

function opened(box: Awaited<ReturnType<typeof loadSecretCipher>>, sealed: string): Attempt | undefined {
  try {
    // Sealed by us alone, from an Attempt.
    return JSON.parse(box.decrypt(purpose, sealed).toString()) as Attempt
  } catch {
    return undefined
  }
}
