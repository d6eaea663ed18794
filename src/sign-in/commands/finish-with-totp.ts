import { lockAccounts } from '../../accounts/store/users.ts'
import { message } from '../../kit/messages/message.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { completePendingSession, type StartedSession } from '../authentication/session.ts'
import { rejectTooManyAttempts, reserveAttempt } from '../authentication/sign-in-guard.ts'
import type { Session } from '../model/session.ts'
import { rejectSecondFactor } from './reject-second-factor.ts'
import { verifyTotpCode } from './verify-totp-code.ts'

/** Completes a sign-in with a code of the authenticator app. */
export async function finishWithTotp(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'config'>,
  pending: Session,
  { code, address }: { readonly code: string; readonly address: string },
): Promise<StartedSession> {
  const { userId } = pending
  const reserved = await reserveAttempt(withReads(world), { login: `#${userId}`, address })
  const cipher = await loadSecretCipher(world)
  const now = world.clock.now()
  const { verdict, started } = await world.db.write(async (tx) => {
    await lockAccounts(tx, [userId])
    const verdict = await verifyTotpCode(tx, cipher, { userId, code, now, of: 'on' })
    return { verdict, started: verdict.is === 'right' ? await completePendingSession(tx, pending, now) : undefined }
  })
  if (verdict.is === 'too early') rejectTooManyAttempts(verdict.retryAfter)
  if (started === undefined)
    return rejectSecondFactor(world, { userId, factor: 'totp', address }, message`The code is wrong.`)
  await reserved.forgive()
  return started
}
