import type { Caller } from '../../kit/caller.ts'
import type { Permit } from '../../kit/permit.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { hashSecret } from '../authentication/secret.ts'
import type { Reservation } from '../authentication/sign-in-throttle.ts'
import type { User } from '../model/user.ts'
import { mayUpdateOwnProfile } from '../policy.ts'
import { auditSite } from '../store/audit-site.ts'
import { consumeEmailChange, findEmailChange } from '../store/email-changes.ts'
import { getUser, isEmailOfAnotherUser, saveUser } from '../store/users.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

const invalidLink = (): Refusal =>
  new Refusal(
    'absent',
    'This link has been used, taken back or replaced by another one, or has expired. Your profile says whether an address waits.',
  )

/**
 * Somebody who is signed in has read what was written to the address he wants: it is his now. Whoever reads mail there
 * without having the account is a stranger, and cannot give it his address.
 */
export async function confirmEmailChange(
  world: Pick<World, 'db' | 'clock'> & MailDeps,
  caller: Caller,
  { subject: { id } }: Permit<'update', User>,
  { token, address }: { readonly token: string; readonly address: string },
  attempt: Reservation,
): Promise<string> {
  const at = world.clock.now()
  const change = await findEmailChange(world.db.read, hashSecret(token), at)
  if (change === undefined) throw invalidLink()
  attempt.forgive()
  if (change.userId !== id) {
    throw new Refusal('forbidden', 'This link was made for another account: sign in with that one.')
  }
  const { email } = change
  await world.db.write(async (tx) => {
    if (!(await consumeEmailChange(tx, change))) throw invalidLink()
    const user = await getUser(tx, id)
    if (await isEmailOfAnotherUser(tx, user, email)) {
      throw new Refusal('invalid', 'This is the address of another account by now.')
    }
    await saveUser(tx, mayUpdateOwnProfile(caller, user), { ...user, email }, false)
    await auditSite(tx, { at, by: caller, address, action: 'user changed', subject: user.login, detail: { email } })
    await sendSecurityNotice(tx, world, user, at, { kind: 'email_changed', to: email })
  })
  return email
}
