import type { Caller } from '../../kit/caller.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { type OwnProfile, ownProfileProblem } from '../model/own-profile.ts'
import type { Session } from '../model/session.ts'
import { mayUpdateOwnProfile, vouchesForAddresses } from '../policy.ts'
import { record } from '../store/audit.ts'
import { findUser, saveUser, usersByEmail } from '../store/users.ts'
import { type Proof, provePresence } from './prove-presence.ts'
import { type Post, tellOwner } from './tell-owner.ts'

/**
 * Name and address of whoever sits at the browser. The address is asked for with a proof, the one before is written to,
 * and the new one is nobody else's: mail, and people who look for an address, go by it.
 */
export async function changeOwnProfile(
  world: Pick<World, 'db' | 'memory' | 'clock' | 'log' | 'config'> & Post,
  caller: Caller,
  session: Session,
  { proof, address, ...profile }: OwnProfile & { readonly proof: Proof; readonly address: string },
): Promise<void> {
  const before = await findUser(world.db.read, session.userId)
  mayUpdateOwnProfile(caller, before)
  // What stays as it is was good enough until now.
  const change = {
    ...(isNew(profile.realName, before.realName) ? { realName: profile.realName } : {}),
    ...(isNew(profile.email, before.email) ? { email: profile.email } : {}),
  }
  const problem = ownProfileProblem(change)
  if (problem !== undefined) throw new Refusal('invalid', problem)
  if (change.email !== undefined) await provePresence(world, session, { ...proof, address })
  const at = world.clock.now()
  await world.db.write(async (tx) => {
    const user = await findUser(tx, session.userId)
    if (change.email !== undefined && (await usersByEmail(tx, change.email)).some(({ id }) => id !== user.id)) {
      throw new Refusal('invalid', '`email` is the address of another account.')
    }
    await saveUser(tx, mayUpdateOwnProfile(caller, user), { ...user, ...change }, !vouchesForAddresses(caller))
    await record(tx, { at, by: caller, address, action: 'user changed', subject: user.login, detail: change })
    if (change.email !== undefined) await tellOwner(tx, world, user, at, { kind: 'email_changed', to: change.email })
  })
}

const isNew = (sent: string | undefined, before: string): sent is string => sent !== undefined && sent !== before
