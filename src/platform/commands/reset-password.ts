import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { hashPassword } from '../authentication/password-hash.ts'
import { secretHash } from '../authentication/secret.ts'
import type { Reservation } from '../authentication/sign-in-throttle.ts'
import { passwordProblem } from '../model/password-rules.ts'
import { canSignIn, type User } from '../model/user.ts'
import { maySetPassword } from '../policy.ts'
import { record } from '../store/audit.ts'
import { lookForPasswordReset, takePasswordReset } from '../store/password-resets.ts'
import { settingsOf } from '../store/settings.ts'
import { lockAccounts, lookForUser } from '../store/users.ts'
import { replacePassword } from './replace-password.ts'
import { type Post, tellOwner } from './tell-owner.ts'

/** Who follows a link acts by what it allows, not by who he is. */
const byLink = { kind: 'system', reason: 'password reset link' } as const

const worthless = (): Refusal =>
  new Refusal('absent', 'This link has been used or has expired. Ask an administrator for another one.')

/** Sets the password of the account that a link was made for; the account. */
export async function resetPassword(
  world: Pick<World, 'db' | 'cache' | 'clock'> & Post,
  { token, password, address }: { readonly token: string; readonly password: string; readonly address: string },
  attempt: Reservation,
): Promise<User> {
  const settings = await settingsOf(world)
  const hash = secretHash(token)
  const at = world.clock.now()
  const id = await lookForPasswordReset(world.db.read, hash, at)
  const user = id === undefined ? undefined : await lookForUser(world.db.read, id)
  if (user === undefined || !canSignIn(user.status)) throw worthless()
  attempt.forgive()
  const problem = passwordProblem(password, user.login, settings.password_min_length)
  if (problem !== undefined) throw new Refusal('invalid', problem)
  const passwordHash = await hashPassword(password)
  await world.db.write(async (tx) => {
    const account = (await lockAccounts(tx, [user.id])).get(user.id)
    if (account === undefined || !canSignIn(account.user.status)) throw worthless()
    if (!(await takePasswordReset(tx, hash))) throw worthless()
    await replacePassword(tx, maySetPassword(byLink, user), { passwordHash }, at)
    const by = { kind: 'claimed', id: user.id } as const
    await record(tx, { at, by, address, action: 'password reset', subject: user.login })
    await tellOwner(tx, world, user, at, { kind: 'password_changed', by: 'link' })
  })
  return user
}
