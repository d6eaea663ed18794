import { Refusal } from '../../kit/messages/refusal.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { assertSessionActive } from '../authentication/assert-not-revoked.ts'
import { rejectTooManyAttempts } from '../authentication/sign-in-guard.ts'
import type { Session } from '../model/session.ts'
import { activateTotp } from '../store/totp.ts'
import { completeEnrollment } from './complete-enrollment.ts'
import { generateRecoveryCodes } from './generate-recovery-codes.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'
import { verifyTotpCode } from './verify-totp-code.ts'

/** Enables an authenticator app with a valid code; returns recovery codes with the first factor. */
export async function confirmTotp(
  world: Pick<CommandWorld, 'db' | 'clock' | 'config'> & MailDeps,
  caller: Caller,
  permit: Permit<'change factors', UserId>,
  { session, code }: { readonly session: Session; readonly code: string },
): Promise<readonly string[]> {
  const { subject: userId } = permit
  const cipher = await loadSecretCipher(world)
  const fresh = generateRecoveryCodes()
  const now = world.clock.now()
  const { verdict, codes } = await world.db.write(async (tx) => {
    const { user } = await assertSessionActive(tx, session)
    const verdict = await verifyTotpCode(tx, cipher, { userId, code, now, of: 'begun' })
    if (verdict.is !== 'right') return { verdict, codes: [] }
    await activateTotp(tx, permit, now)
    const entry = { at: now, by: caller, action: 'second factor added', subject: user.login }
    await tx.audit({ ...entry, detail: { factor: 'totp' } })
    await sendSecurityNotice(tx, world, user, now, { kind: 'second_factor_added', factor: 'totp' })
    return { verdict, codes: await completeEnrollment(tx, permit, session, fresh) }
  })
  if (verdict.is === 'too early') rejectTooManyAttempts(verdict.retryAfter)
  if (verdict.is === 'wrong') {
    throw new Refusal('invalid', 'The code is wrong. Send the one that your app shows now, only once.')
  }
  return codes
}
