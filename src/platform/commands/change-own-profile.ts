import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { loadSecretCipher } from '../../kit/encrypt.ts'
import type { Permit } from '../../kit/permit.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import { refuseEndedSession } from '../authentication/refuse-revoked.ts'
import { type OwnProfile, ownProfileProblem } from '../model/own-profile.ts'
import type { Session } from '../model/session.ts'
import type { User } from '../model/user.ts'
import { mayUpdateOwnProfile, vouchesForAddresses } from '../policy.ts'
import { record } from '../store/audit.ts'
import { endEmailChangesOf } from '../store/email-changes.ts'
import { findUser, isAddressOfAnother, saveUser } from '../store/users.ts'
import { askForAddress } from './ask-for-address.ts'
import { type Proof, provePresence } from './prove-presence.ts'
import { type Post, tellOwner } from './tell-owner.ts'

/**
 * Name and address of whoever sits at the browser. The address is asked for with a proof, the one before is written to,
 * and the new one is nobody else's: mail, and people who look for an address, go by it. Where mail is sent, it changes
 * once a letter to it was answered.
 */
export async function changeOwnProfile(
  world: Pick<World, 'db' | 'cache' | 'clock' | 'log' | 'config'> & Post,
  caller: Caller,
  session: Session,
  { proof, address, ...profile }: OwnProfile & { readonly proof: Proof; readonly address: string },
): Promise<void> {
  const before = await findUser(world.db.read, session.userId)
  mayUpdateOwnProfile(caller, before)
  // What stays as it is was good enough until now.
  const name = isNew(profile.realName, before.realName) ? { realName: profile.realName } : {}
  const email = isNew(profile.email, before.email) ? profile.email : undefined
  const change = { ...name, ...(email === undefined ? {} : { email }) }
  const problem = ownProfileProblem(change)
  if (problem !== undefined) throw new Refusal('invalid', problem)
  if (email !== undefined) await provePresence(world, session, { ...proof, address })
  const asked = email === undefined || world.mail === null ? null : { email, box: await loadSecretCipher(world) }
  const at = world.clock.now()
  await world.db.write(async (tx) => {
    const { user } = await refuseEndedSession(tx, session)
    if (email !== undefined && (await isAddressOfAnother(tx, user, email))) {
      throw new Refusal('invalid', '`email` is the address of another account.')
    }
    const permit = mayUpdateOwnProfile(caller, user)
    if (asked !== null) await askForAddress(tx, world, caller, permit, { ...asked, at, address })
    const atOnce = asked === null ? change : name
    if (asked !== null && atOnce.realName === undefined) return
    await saveAtOnce(tx, world, caller, permit, { atOnce, at, address })
  })
}

const isNew = (sent: string | undefined, before: string): sent is string => sent !== undefined && sent !== before

async function saveAtOnce(
  tx: Tx,
  post: Post,
  caller: Caller,
  permit: Permit<'update', User>,
  { atOnce, at, address }: { readonly atOnce: OwnProfile; readonly at: EpochSeconds; readonly address: string },
): Promise<void> {
  const { subject: user } = permit
  await saveUser(tx, permit, { ...user, ...atOnce }, !vouchesForAddresses(caller))
  await record(tx, { at, by: caller, address, action: 'user changed', subject: user.login, detail: { ...atOnce } })
  if (atOnce.email === undefined) return
  // Mail may have been sent until a moment ago, and an answer be awaited.
  await endEmailChangesOf(tx, user.id)
  await tellOwner(tx, post, user, at, { kind: 'email_changed', to: atOnce.email })
}
