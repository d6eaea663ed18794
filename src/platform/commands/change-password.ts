import { type Caller, userIdOf } from '../../kit/caller.ts'
import type { Credential } from '../../kit/credential.ts'
import type { UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { hashPassword } from '../authentication/password-hash.ts'
import { refuseRevoked } from '../authentication/refuse-revoked.ts'
import { passwordProblem } from '../model/password-rules.ts'
import { maySetPassword } from '../policy.ts'
import { record } from '../store/audit.ts'
import { settingsOf } from '../store/settings.ts'
import { findUser } from '../store/users.ts'
import { replacePassword } from './replace-password.ts'
import { type Post, tellOwner } from './tell-owner.ts'

/**
 * Sets a password; whoever signed in with the old one is signed out. With `mustChange` it is good for one sign-in in the
 * browser, which asks for another one.
 */
export async function changePassword(
  world: Pick<World, 'db' | 'cache' | 'clock'> & Post,
  caller: Caller,
  id: UserId,
  { password, mustChange = false }: { readonly password: string; readonly mustChange?: boolean },
  credential: Credential | null = null,
): Promise<void> {
  const user = await findUser(world.db.read, id)
  const permit = maySetPassword(caller, user)
  const problem = passwordProblem(password, user.login, (await settingsOf(world)).password_min_length)
  if (problem !== undefined) throw new Refusal('invalid', problem)
  const passwordHash = await hashPassword(password)
  const at = world.clock.now()
  await world.db.write(async (tx) => {
    await refuseRevoked(tx, caller, credential, [id])
    await replacePassword(tx, permit, { passwordHash, mustChange }, at)
    const detail = mustChange ? { must_change_password: true } : {}
    await record(tx, { at, by: caller, action: 'password changed', subject: user.login, detail })
    const by = userIdOf(caller) === id ? 'owner' : 'administrator'
    await tellOwner(tx, world, user, at, { kind: 'password_changed', by })
  })
}
