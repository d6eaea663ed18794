import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { loadSecretCipher } from '../../kit/encrypt.ts'
import type { Permit } from '../../kit/permit.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import { assertSessionActive } from '../authentication/assert-not-revoked.ts'
import { type OwnProfile, validateProfile } from '../model/own-profile.ts'
import type { Session } from '../model/session.ts'
import type { User } from '../model/user.ts'
import { canSetEmailDirectly, mayUpdateOwnProfile } from '../policy.ts'
import { auditSite } from '../store/audit-site.ts'
import { endEmailChangesOf } from '../store/email-changes.ts'
import { getUser, isEmailOfAnotherUser, saveUser } from '../store/users.ts'
import { type ReauthenticationProof, reauthenticate } from './reauthenticate.ts'
import { requestEmailChange } from './request-email-change.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

/**
 * Name and address of whoever sits at the browser. The address is asked for with a proof, the one before is written to,
 * and the new one is nobody else's: mail, and people who look for an address, go by it. Where mail is sent, it changes
 * once a letter to it was answered.
 */
export async function changeOwnProfile(
  world: Pick<World, 'db' | 'cache' | 'clock' | 'log' | 'config'> & MailDeps,
  caller: Caller,
  session: Session,
  { proof, address, ...profile }: OwnProfile & { readonly proof: ReauthenticationProof; readonly address: string },
): Promise<void> {
  const before = await getUser(world.db.read, session.userId)
  mayUpdateOwnProfile(caller, before)
  // What stays as it is was good enough until now.
  const name = isNew(profile.realName, before.realName) ? { realName: profile.realName } : {}
  const email = isNew(profile.email, before.email) ? profile.email : undefined
  const change = { ...name, ...(email === undefined ? {} : { email }) }
  const problem = validateProfile(change)
  if (problem !== undefined) throw new Refusal('invalid', problem)
  if (email !== undefined) await reauthenticate(world, session, { ...proof, address })
  const asked = email === undefined || world.mail === null ? null : { email, cipher: await loadSecretCipher(world) }
  const at = world.clock.now()
  await world.db.write(async (tx) => {
    const { user } = await assertSessionActive(tx, session)
    if (email !== undefined && (await isEmailOfAnotherUser(tx, user, email))) {
      throw new Refusal('invalid', '`email` is the address of another account.')
    }
    const permit = mayUpdateOwnProfile(caller, user)
    if (asked !== null) await requestEmailChange(tx, world, caller, permit, { ...asked, at, address })
    const atOnce = asked === null ? change : name
    if (asked !== null && atOnce.realName === undefined) return
    await saveEmailDirectly(tx, world, caller, permit, { atOnce, at, address })
  })
}

const isNew = (sent: string | undefined, before: string): sent is string => sent !== undefined && sent !== before

async function saveEmailDirectly(
  tx: Tx,
  post: MailDeps,
  caller: Caller,
  permit: Permit<'update', User>,
  { atOnce, at, address }: { readonly atOnce: OwnProfile; readonly at: EpochSeconds; readonly address: string },
): Promise<void> {
  const { subject: user } = permit
  await saveUser(tx, permit, { ...user, ...atOnce }, !canSetEmailDirectly(caller))
  await auditSite(tx, { at, by: caller, address, action: 'user changed', subject: user.login, detail: { ...atOnce } })
  if (atOnce.email === undefined) return
  // Mail may have been sent until a moment ago, and an answer be awaited.
  await endEmailChangesOf(tx, user.id)
  await sendSecurityNotice(tx, post, user, at, { kind: 'email_changed', to: atOnce.email })
}
