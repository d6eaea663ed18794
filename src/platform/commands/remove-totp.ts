import type { Caller } from '../../kit/caller.ts'
import type { UserId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { refuseEndedSession } from '../authentication/refuse-revoked.ts'
import type { Session } from '../model/session.ts'
import { record } from '../store/audit.ts'
import { lookForTotp, removeTotp as remove } from '../store/totp.ts'
import { noteWithdrawal } from './note-withdrawal.ts'
import { type Post, tellOwner } from './tell-owner.ts'

/** Takes the authenticator app off, or gives up setting one up. */
export async function removeTotp(
  world: Pick<World, 'db' | 'clock'> & Post,
  caller: Caller,
  permit: Permit<'change factors', UserId>,
  session: Session,
): Promise<void> {
  await world.db.write(async (tx) => {
    const { user } = await refuseEndedSession(tx, session)
    const wasOn = (await lookForTotp(tx, user.id))?.since != null
    if (!(await remove(tx, permit))) throw new Refusal('absent', 'No authenticator app is set up.')
    await noteWithdrawal(tx, permit, session)
    const at = world.clock.now()
    const entry = { at, by: caller, action: 'second factor removed', subject: user.login }
    await record(tx, { ...entry, detail: { factor: 'totp' } })
    if (wasOn) await tellOwner(tx, world, user, at, { kind: 'second_factor_removed', factor: 'totp' })
  })
}
