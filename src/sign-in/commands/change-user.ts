import { validateLoginName } from '../../accounts/model/login-name.ts'
import { canSignIn, type User } from '../../accounts/model/user.ts'
import { mayRestrict, mayUpdateUser } from '../../accounts/policy.ts'
import { findAccount } from '../../accounts/store/accounts.ts'
import { isNameTaken, saveUser } from '../../accounts/store/users.ts'
import type { Tx } from '../../database/db/db.ts'
import { isUniqueViolation } from '../../database/sql/sql.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { NONE_USER, type UserId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Credential } from '../../world/model/credential.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { assertNotRevoked } from '../authentication/assert-not-revoked.ts'
import { endEmailChangesOf } from '../store/email-changes.ts'
import { removeSessionsOf } from '../store/sessions.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

export type UserChange = Partial<Pick<User, 'email' | 'realName' | 'login' | 'status'>>

const loginTaken = (): Refusal => new Refusal('invalid', 'Login name already exists')

/** Updates names, email address and status of an account (docs/api/users.md §4). */
export async function changeUser(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'> & MailDeps,
  caller: Caller,
  id: UserId,
  change: UserChange,
  credential: Credential | null = null,
): Promise<void> {
  const account = await findAccount(withReads(world), id)
  const settings = await getSettings(withReads(world))
  try {
    await world.db.write(async (tx) => {
      const user = (await assertNotRevoked(tx, caller, credential, [id])).get(id)?.user
      if (user === undefined) throw new Refusal('absent', 'User Id not found')
      const permit = mayUpdateUser(caller, user)
      if (id === NONE_USER) throw new Refusal('invalid', 'This account cannot be changed.')
      await checkLogin(tx, user, change.login)
      if (change.status === 'R' && user.status !== 'R') {
        mayRestrict(user, { settings, isSiteAdministrator: account?.writing.isSiteAdministrator ?? false })
      }
      const changed = { ...user, ...change }
      await saveUser(tx, permit, changed, false)
      if (!canSignIn(changed.status)) await removeSessionsOf(tx, permit)
      const at = world.clock.now()
      await tx.audit({ at, by: caller, action: 'user changed', subject: user.login, detail: change })
      if (changed.email !== user.email) {
        await endEmailChangesOf(tx, permit)
        await sendSecurityNotice(tx, world, user, at, { kind: 'email_changed', to: changed.email })
      }
    })
  } catch (error) {
    throw isUniqueViolation(error) ? loginTaken() : error
  }
}

async function checkLogin(tx: Tx, user: User, login: string | undefined): Promise<void> {
  if (login === undefined || login === user.login) return
  const problem = validateLoginName(login)
  if (problem !== undefined) throw new Refusal('invalid', problem)
  if (await isNameTaken(tx, login, user.id)) throw loginTaken()
}
