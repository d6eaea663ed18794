import type { User } from '../../accounts/model/user.ts'
import { getUser, isEmailOfAnotherUser, saveUser } from '../../accounts/store/users.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { hashSecret } from '../authentication/secret.ts'
import type { Reservation } from '../authentication/sign-in-guard.ts'
import { mayUpdateOwnProfile } from '../policy.ts'
import { consumeEmailChange, findEmailChange } from '../store/email-changes.ts'
import { removePasswordResetsOf } from '../store/password-resets.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

const invalidLink = (): Refusal =>
  new Refusal(
    'absent',
    'This link has been used, canceled or replaced, or has expired. Your profile shows whether an email change is pending.',
  )

/**
 * Changes the email address of a signed-in user who received the confirmation at the new address. A recipient without
 * the account is another person, and cannot give it their address.
 */
export async function confirmEmailChange(
  world: Pick<CommandWorld, 'db' | 'clock'> & MailDeps,
  caller: Caller,
  permit: Permit<'update', User>,
  { token, address }: { readonly token: string; readonly address: string },
  attempt: Reservation,
): Promise<string> {
  const { id } = permit.subject
  const at = world.clock.now()
  const change = await findEmailChange(withReads(world).db.read, hashSecret(token), at)
  if (change === undefined) throw invalidLink()
  await attempt.forgive()
  if (change.userId !== id) {
    throw new Refusal('forbidden', 'This link is for another account: sign in with that one.')
  }
  const { email } = change
  await world.db.write(async (tx) => {
    if (!(await consumeEmailChange(tx, permit, change))) throw invalidLink()
    const user = await getUser(tx, id)
    if (await isEmailOfAnotherUser(tx, user, email)) {
      throw new Refusal('invalid', 'Another account has this email address now.')
    }
    await saveUser(tx, mayUpdateOwnProfile(caller, user), { ...user, email }, false)
    // A link was sent to the old address.
    await removePasswordResetsOf(tx, permit)
    await tx.audit({ at, by: caller, address, action: 'user changed', subject: user.login, detail: { email } })
    await sendSecurityNotice(tx, world, user, at, { kind: 'email_changed', to: email })
  })
  return email
}
