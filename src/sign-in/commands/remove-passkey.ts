import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { PasskeyId, UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { assertSessionActive } from '../authentication/assert-not-revoked.ts'
import type { Session } from '../model/session.ts'
import { removePasskey as remove } from '../store/passkeys.ts'
import { completeFactorRemoval } from './complete-factor-removal.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

/** Removes a passkey. */
export async function removePasskey(
  world: Pick<CommandWorld, 'db' | 'clock'> & MailDeps,
  caller: Caller,
  permit: Permit<'change factors', UserId>,
  { session, id }: { readonly session: Session; readonly id: PasskeyId },
): Promise<void> {
  await world.db.write(async (tx) => {
    const { user } = await assertSessionActive(tx, session)
    if (!(await remove(tx, permit, id))) throw new Refusal('absent', 'Passkey not found.')
    await completeFactorRemoval(tx, permit, session)
    const at = world.clock.now()
    const entry = { at, by: caller, action: 'second factor removed', subject: user.login }
    await tx.audit({ ...entry, detail: { factor: 'passkey', id } })
    await sendSecurityNotice(tx, world, user, at, { kind: 'second_factor_removed', factor: 'passkey' })
  })
}
