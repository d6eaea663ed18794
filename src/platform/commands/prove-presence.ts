import { loadSecretCipher } from '../../kit/encrypt.ts'
import type { UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { checkPassword } from '../authentication/check-password.ts'
import { refuseTooMany, reserveAttempt } from '../authentication/sign-in-guard.ts'
import type { Session } from '../model/session.ts'
import { findUser } from '../store/users.ts'
import { takeTotpCode } from './take-totp-code.ts'

/** What may be sent along to show that it is not somebody who found the browser open. */
export interface Proof {
  readonly password?: string
  /** of the authenticator app */
  readonly code?: string
}

const provenSeconds = 900

/**
 * Who changes how an account is entered shows again who he is, unless he signed in a quarter of an hour ago. To be asked
 * before the change and outside its transaction.
 */
export async function provePresence(
  world: Pick<World, 'db' | 'cache' | 'clock' | 'log' | 'config'>,
  session: Session,
  { password, code, address }: Proof & { readonly address: string },
): Promise<void> {
  if (code !== undefined) return proveByCode(world, session.userId, code, address)
  if (password !== undefined) return proveByPassword(world, session.userId, password, address)
  if (world.clock.now() - session.signedInOn < provenSeconds) return
  throw new Refusal('forbidden', 'Send your password or a code of your app, or sign in again.', {
    extra: { needs: 'proof' },
  })
}

type Ground = Parameters<typeof provePresence>[0]

async function proveByPassword(world: Ground, id: UserId, password: string, address: string): Promise<void> {
  const { login } = await findUser(world.db.read, id)
  const verified = await checkPassword(world, { login, password, address })
  if (verified?.user.id !== id) throw new Refusal('forbidden', 'The password is wrong.', { extra: { needs: 'proof' } })
}

async function proveByCode(world: Ground, userId: UserId, code: string, address: string): Promise<void> {
  const reserved = await reserveAttempt(world, { login: `#${userId}`, address })
  const box = await loadSecretCipher(world)
  const now = world.clock.now()
  const verdict = await world.db.write((tx) => takeTotpCode(tx, box, { userId, code, now, of: 'on' }))
  if (verdict.is === 'too early') refuseTooMany(verdict.retryAfter)
  if (verdict.is === 'wrong') throw new Refusal('forbidden', 'The code is wrong.', { extra: { needs: 'proof' } })
  reserved.forgive()
}
