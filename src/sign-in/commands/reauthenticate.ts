import { getUser } from '../../accounts/store/users.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { checkPassword } from '../authentication/check-password.ts'
import { rejectTooManyAttempts, reserveAttempt } from '../authentication/sign-in-guard.ts'
import type { Session } from '../model/session.ts'
import { verifyTotpCode } from './verify-totp-code.ts'

/** Proof that the user at the browser is the account's owner. */
export interface ReauthenticationProof {
  readonly password?: string
  /** Of the authenticator app. */
  readonly code?: string
}

const recentSignInSeconds = 900

/**
 * Throws unless the user has signed in within the last 15 minutes or sent a valid proof; changes of credentials require
 * it. Call it before the change and outside its transaction.
 */
export async function reauthenticate(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'log' | 'config'>,
  session: Session,
  { password, code, address }: ReauthenticationProof & { readonly address: string },
): Promise<void> {
  if (code !== undefined) return verifyByCode(world, session.userId, code, address)
  if (password !== undefined) return verifyByPassword(world, session.userId, password, address)
  if (world.clock.now() - session.signedInOn < recentSignInSeconds) return
  throw new Refusal('forbidden', 'Send your password or a code of your app, or sign in again.', {
    extra: { needs: 'proof' },
  })
}

type ReauthenticationDeps = Parameters<typeof reauthenticate>[0]

async function verifyByPassword(
  world: ReauthenticationDeps,
  id: UserId,
  password: string,
  address: string,
): Promise<void> {
  const { login } = await getUser(withReads(world).db.read, id)
  const verified = await checkPassword(withReads(world), { login, password, address })
  if (verified?.user.id !== id) throw new Refusal('forbidden', 'The password is wrong.', { extra: { needs: 'proof' } })
}

async function verifyByCode(world: ReauthenticationDeps, userId: UserId, code: string, address: string): Promise<void> {
  const reserved = await reserveAttempt(withReads(world), { login: `#${userId}`, address })
  const cipher = await loadSecretCipher(world)
  const now = world.clock.now()
  const verdict = await world.db.write((tx) => verifyTotpCode(tx, cipher, { userId, code, now, of: 'on' }))
  if (verdict.is === 'too early') rejectTooManyAttempts(verdict.retryAfter)
  if (verdict.is === 'wrong') throw new Refusal('forbidden', 'The code is wrong.', { extra: { needs: 'proof' } })
  await reserved.forgive()
}
