import type { Caller } from '../../kit/caller.ts'
import type { UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { hashPassword } from '../authentication/password-hash.ts'
import { passwordProblem } from '../model/password-rules.ts'
import { maySetPassword } from '../policy.ts'
import { record } from '../store/audit.ts'
import { removeSessionsOf } from '../store/sessions.ts'
import { settingsOf } from '../store/settings.ts'
import { removeTokensOf } from '../store/tokens.ts'
import { findUser, savePassword } from '../store/users.ts'

/** Sets a password; whoever signed in with the old one is signed out. */
export async function changePassword(
  world: Pick<World, 'db' | 'memory' | 'clock'>,
  caller: Caller,
  id: UserId,
  password: string,
): Promise<void> {
  const user = await findUser(world.db.read, id)
  const permit = maySetPassword(caller, user)
  const problem = passwordProblem(password, user.login, (await settingsOf(world)).password_min_length)
  if (problem !== undefined) throw new Refusal('invalid', problem)
  const passwordHash = await hashPassword(password)
  const at = world.clock.now()
  await world.db.write(async (tx) => {
    await savePassword(tx, permit, passwordHash, at)
    await removeTokensOf(tx, id)
    await removeSessionsOf(tx, id)
    await record(tx, { at, by: caller, action: 'password changed', subject: user.login })
  })
}
