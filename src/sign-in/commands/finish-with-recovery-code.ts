import { lockAccounts } from '../../accounts/store/users.ts'
import { message } from '../../kit/messages/message.ts'
import { credentialPermit } from '../../kit/messages/system-permits.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { hashSecret } from '../authentication/secret.ts'
import { completePendingSession, type StartedSession } from '../authentication/session.ts'
import { reserveAttempt } from '../authentication/sign-in-guard.ts'
import { parseRecoveryCode } from '../model/recovery-code.ts'
import type { Session } from '../model/session.ts'
import { consumeRecoveryCode } from '../store/recovery-codes.ts'
import { rejectSecondFactor } from './reject-second-factor.ts'

/** Completes a sign-in with a recovery code, which is used up. */
export async function finishWithRecoveryCode(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'config'>,
  pending: Session,
  { code, address }: { readonly code: string; readonly address: string },
): Promise<StartedSession> {
  const { userId } = pending
  const reserved = await reserveAttempt(withReads(world), { login: `#${userId}`, address })
  const read = parseRecoveryCode(code)
  const now = world.clock.now()
  const started = await world.db.write(async (tx) => {
    const account = (await lockAccounts(tx, [userId])).get(userId)
    if (account === undefined || read === undefined) return undefined
    if (!(await consumeRecoveryCode(tx, credentialPermit, userId, hashSecret(read)))) return undefined
    const entry = { at: now, by: { kind: 'claimed', id: userId }, address, action: 'recovery code used' } as const
    await tx.audit({ ...entry, subject: account.user.login })
    return completePendingSession(tx, pending, now)
  })
  if (started === undefined)
    return rejectSecondFactor(world, { userId, factor: 'recovery_code', address }, message`The recovery code is wrong.`)
  await reserved.forgive()
  return started
}
