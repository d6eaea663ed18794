import type { Caller } from '../../kit/caller.ts'
import { loadSecretCipher } from '../../kit/encrypt.ts'
import type { UserId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { refuseEndedSession } from '../authentication/refuse-revoked.ts'
import { refuseTooMany } from '../authentication/sign-in-guard.ts'
import type { Session } from '../model/session.ts'
import { record } from '../store/audit.ts'
import { turnTotpOn } from '../store/totp.ts'
import { newRecoveryCodes } from './new-recovery-codes.ts'
import { noteEnrolment } from './note-enrolment.ts'
import { takeTotpCode } from './take-totp-code.ts'
import { type Post, tellOwner } from './tell-owner.ts'

/** Turns the app on that shows a right code; gives recovery codes with the first factor. */
export async function confirmTotp(
  world: Pick<World, 'db' | 'clock' | 'config'> & Post,
  caller: Caller,
  permit: Permit<'change factors', UserId>,
  { session, code }: { readonly session: Session; readonly code: string },
): Promise<readonly string[]> {
  const { subject: userId } = permit
  const box = await loadSecretCipher(world)
  const fresh = newRecoveryCodes()
  const now = world.clock.now()
  const { verdict, codes } = await world.db.write(async (tx) => {
    const { user } = await refuseEndedSession(tx, session)
    const verdict = await takeTotpCode(tx, box, { userId, code, now, of: 'begun' })
    if (verdict.is !== 'right') return { verdict, codes: [] }
    await turnTotpOn(tx, permit, now)
    const entry = { at: now, by: caller, action: 'second factor added', subject: user.login }
    await record(tx, { ...entry, detail: { factor: 'totp' } })
    await tellOwner(tx, world, user, now, { kind: 'second_factor_added', factor: 'totp' })
    return { verdict, codes: await noteEnrolment(tx, permit, session, fresh) }
  })
  if (verdict.is === 'too early') refuseTooMany(verdict.retryAfter)
  if (verdict.is === 'wrong') {
    throw new Refusal('invalid', 'The code is wrong: send the one that your app shows now, once.')
  }
  return codes
}
