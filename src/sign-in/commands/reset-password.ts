import { validatePassword } from '../../accounts/model/password-rules.ts'
import { canSignIn, type User } from '../../accounts/model/user.ts'
import { hashPassword } from '../../accounts/passwords/password-hash.ts'
import { findUser, lockAccounts } from '../../accounts/store/users.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { credentialPermit } from '../../kit/messages/system-permits.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { hashSecret } from '../authentication/secret.ts'
import type { Reservation } from '../authentication/sign-in-guard.ts'
import { maySetPassword } from '../policy.ts'
import { consumePasswordReset, findPasswordReset } from '../store/password-resets.ts'
import { replacePassword } from './replace-password.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

/** The link authorizes the change, not the caller. */
const byLink = { kind: 'system', reason: 'password reset link' } as const

const invalidLink = (): Refusal =>
  new Refusal('absent', 'This link has been used or has expired. Ask an administrator for another one.')

/** Sets the password of the account of a link, and returns the account. */
export async function resetPassword(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'accountFeatures'> & MailDeps,
  { token, password, address }: { readonly token: string; readonly password: string; readonly address: string },
  attempt: Reservation,
): Promise<User> {
  const settings = await getSettings(withReads(world))
  const hash = hashSecret(token)
  const at = world.clock.now()
  const id = await findPasswordReset(withReads(world).db.read, hash, at)
  const user = id === undefined ? undefined : await findUser(withReads(world).db.read, id)
  if (user === undefined || !canSignIn(user.status)) throw invalidLink()
  await attempt.forgive()
  const problem = validatePassword(password, user, settings)
  if (problem !== undefined) throw new Refusal('invalid', problem)
  const passwordHash = await hashPassword(password)
  await world.db.write(async (tx) => {
    const account = (await lockAccounts(tx, [user.id])).get(user.id)
    if (account === undefined || !canSignIn(account.user.status)) throw invalidLink()
    if (!(await consumePasswordReset(tx, credentialPermit, hash))) throw invalidLink()
    await replacePassword(tx, world, maySetPassword(byLink, user), { passwordHash }, at)
    const by = { kind: 'claimed', id: user.id } as const
    await tx.audit({ at, by, address, action: 'password reset', subject: user.login })
    await sendSecurityNotice(tx, world, user, at, { kind: 'password_changed', by: 'link' })
  })
  return user
}
