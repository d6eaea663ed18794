import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { assertSessionActive } from '../authentication/assert-not-revoked.ts'
import type { Session } from '../model/session.ts'
import { findTotp, removeTotp as remove } from '../store/totp.ts'
import { completeFactorRemoval } from './complete-factor-removal.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

/** Removes the authenticator app, or cancels its setup. */
export async function removeTotp(
  world: Pick<CommandWorld, 'db' | 'clock'> & MailDeps,
  caller: Caller,
  permit: Permit<'change factors', UserId>,
  session: Session,
): Promise<void> {
  await world.db.write(async (tx) => {
    const { user } = await assertSessionActive(tx, session)
    const wasOn = (await findTotp(tx, user.id))?.enabledOn != null
    if (!(await remove(tx, permit))) throw new Refusal('absent', 'No authenticator app is set up.')
    await completeFactorRemoval(tx, permit, session)
    const at = world.clock.now()
    const entry = { at, by: caller, action: 'second factor removed', subject: user.login }
    await tx.audit({ ...entry, detail: { factor: 'totp' } })
    if (wasOn) await sendSecurityNotice(tx, world, user, at, { kind: 'second_factor_removed', factor: 'totp' })
  })
}
