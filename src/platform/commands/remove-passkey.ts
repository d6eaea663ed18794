import type { Caller } from '../../kit/caller.ts'
import type { PasskeyId, UserId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { refuseEndedSession } from '../authentication/refuse-revoked.ts'
import type { Session } from '../model/session.ts'
import { record } from '../store/audit.ts'
import { removePasskey as remove } from '../store/passkeys.ts'
import { noteWithdrawal } from './note-withdrawal.ts'
import { type Post, tellOwner } from './tell-owner.ts'

/** From now on it opens nothing. */
export async function removePasskey(
  world: Pick<World, 'db' | 'clock'> & Post,
  caller: Caller,
  permit: Permit<'change factors', UserId>,
  { session, id }: { readonly session: Session; readonly id: PasskeyId },
): Promise<void> {
  await world.db.write(async (tx) => {
    const { user } = await refuseEndedSession(tx, session)
    if (!(await remove(tx, permit, id))) throw new Refusal('absent', 'There is no such passkey.')
    await noteWithdrawal(tx, permit, session)
    const at = world.clock.now()
    const entry = { at, by: caller, action: 'second factor removed', subject: user.login }
    await record(tx, { ...entry, detail: { factor: 'passkey', id } })
    await tellOwner(tx, world, user, at, { kind: 'second_factor_removed', factor: 'passkey' })
  })
}
