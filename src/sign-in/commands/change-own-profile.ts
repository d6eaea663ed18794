import { type OwnProfile, validateProfile } from '../../accounts/model/own-profile.ts'
import type { User } from '../../accounts/model/user.ts'
import { canSetEmailDirectly } from '../../accounts/policy.ts'
import { getUser, isEmailOfAnotherUser, saveUser } from '../../accounts/store/users.ts'
import type { Tx } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { assertSessionActive } from '../authentication/assert-not-revoked.ts'
import type { Session } from '../model/session.ts'
import { mayUpdateOwnProfile } from '../policy.ts'
import { endEmailChangesOf } from '../store/email-changes.ts'
import { removePasswordResetsOf } from '../store/password-resets.ts'
import { type ReauthenticationProof, reauthenticate } from './reauthenticate.ts'
import { requestEmailChange } from './request-email-change.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

/**
 * Updates name and email address of the caller. A new address needs reauthentication, the previous one is notified, and
 * no other account may have it, because mail and searches use it. Where mail is configured, the address changes once
 * the user has confirmed it.
 */
export async function changeOwnProfile(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'log' | 'config'> & MailDeps,
  caller: Caller,
  session: Session,
  { proof, address, ...profile }: OwnProfile & { readonly proof: ReauthenticationProof; readonly address: string },
): Promise<void> {
  const before = await getUser(withReads(world).db.read, session.userId)
  mayUpdateOwnProfile(caller, before)
  // Unchanged values are not validated again.
  const name = isNew(profile.realName, before.realName) ? { realName: profile.realName } : {}
  const email = isNew(profile.email, before.email) ? profile.email : undefined
  const change = { ...name, ...(email === undefined ? {} : { email }) }
  const problem = validateProfile(change)
  if (problem !== undefined) throw new Refusal('invalid', problem)
  if (email !== undefined) await reauthenticate(world, session, { ...proof, address })
  const pending = email === undefined || world.mail === null ? null : { email, cipher: await loadSecretCipher(world) }
  const at = world.clock.now()
  await world.db.write(async (tx) => {
    const { user } = await assertSessionActive(tx, session)
    if (email !== undefined && (await isEmailOfAnotherUser(tx, user, email))) {
      throw new Refusal('invalid', '`email` belongs to another account.')
    }
    const permit = mayUpdateOwnProfile(caller, user)
    if (pending !== null) await requestEmailChange(tx, world, caller, permit, { ...pending, at, address })
    const atOnce = pending === null ? change : name
    if (pending !== null && atOnce.realName === undefined) return
    await saveEmailDirectly(tx, world, caller, permit, { atOnce, at, address })
  })
}

const isNew = (value: string | undefined, before: string): value is string => value !== undefined && value !== before

async function saveEmailDirectly(
  tx: Tx,
  post: MailDeps,
  caller: Caller,
  permit: Permit<'update', User>,
  { atOnce, at, address }: { readonly atOnce: OwnProfile; readonly at: EpochSeconds; readonly address: string },
): Promise<void> {
  const { subject: user } = permit
  await saveUser(tx, permit, { ...user, ...atOnce }, !canSetEmailDirectly(caller))
  await tx.audit({ at, by: caller, address, action: 'user changed', subject: user.login, detail: { ...atOnce } })
  if (atOnce.email === undefined) return
  // Mail may have been configured until a moment ago, and a confirmation may be pending.
  await endEmailChangesOf(tx, permit)
  await removePasswordResetsOf(tx, permit)
  await sendSecurityNotice(tx, post, user, at, { kind: 'email_changed', to: atOnce.email })
}
