import { validatePassword } from '../../accounts/model/password-rules.ts'
import { hashPassword } from '../../accounts/passwords/password-hash.ts'
import { getUser } from '../../accounts/store/users.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Credential } from '../../world/model/credential.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { assertNotRevoked } from '../authentication/assert-not-revoked.ts'
import { maySetPassword } from '../policy.ts'
import { replacePassword } from './replace-password.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

/**
 * Sets the password of a user and ends their sessions. With `mustChange` it is valid for one sign-in in the browser,
 * which requires a new password.
 */
export async function changePassword(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'accountFeatures'> & MailDeps,
  caller: Caller,
  id: UserId,
  { password, mustChange = false }: { readonly password: string; readonly mustChange?: boolean },
  credential: Credential | null = null,
): Promise<void> {
  const user = await getUser(withReads(world).db.read, id)
  const permit = maySetPassword(caller, user)
  const problem = validatePassword(password, user, await getSettings(withReads(world)))
  if (problem !== undefined) throw new Refusal('invalid', problem)
  const passwordHash = await hashPassword(password)
  const at = world.clock.now()
  await world.db.write(async (tx) => {
    await assertNotRevoked(tx, caller, credential, [id])
    await replacePassword(tx, world, permit, { passwordHash, mustChange }, at)
    const detail = mustChange ? { must_change_password: true } : {}
    await tx.audit({ at, by: caller, action: 'password changed', subject: user.login, detail })
    const by = getUserId(caller) === id ? 'owner' : 'administrator'
    await sendSecurityNotice(tx, world, user, at, { kind: 'password_changed', by })
  })
}
