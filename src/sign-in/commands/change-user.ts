import { validateLoginName } from '../../accounts/model/login-name.ts'
import { validateAccountProfile } from '../../accounts/model/own-profile.ts'
import { canSignIn, type User } from '../../accounts/model/user.ts'
import { mayRestrict, mayStopAdministering, mayUpdateUser } from '../../accounts/policy.ts'
import { loadSiteAdministrators } from '../../accounts/store/site-administrators.ts'
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
import { removePasswordResetsOf } from '../store/password-resets.ts'
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
  const settings = await getSettings(withReads(world))
  try {
    await world.db.write(async (tx) => {
      const isDeactivated = change.status !== undefined && !canSignIn(change.status)
      // All accounts are locked at once, in the order of their ids: administrators may deactivate each other.
      const watched = isDeactivated ? await loadSiteAdministrators(tx) : []
      const accounts = await assertNotRevoked(tx, caller, credential, [id, ...watched])
      const user = accounts.get(id)?.user
      if (user === undefined) throw new Refusal('absent', 'User Id not found')
      const administrators = await loadSiteAdministrators(tx)
      const isSiteAdministrator = administrators.includes(id)
      const permit = mayUpdateUser(caller, user, { isSiteAdministrator })
      if (id === NONE_USER) throw new Refusal('invalid', 'This account cannot be changed.')
      checkProfile(user, change)
      await checkLogin(tx, user, change.login)
      if (change.status === 'R' && user.status !== 'R') mayRestrict(user, { settings, isSiteAdministrator })
      if (isDeactivated) {
        const locked = administrators.flatMap((each) => accounts.get(each)?.user ?? [])
        mayStopAdministering(caller, [id], locked)
      }
      const changed = { ...user, ...change }
      await saveUser(tx, permit, changed, false)
      if (!canSignIn(changed.status)) await removeSessionsOf(tx, permit)
      // A link was sent to the old address, or would be valid again when the account is activated.
      if (changed.email !== user.email || !canSignIn(changed.status)) await removePasswordResetsOf(tx, permit)
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

/** What does not change is not validated again: an import may have written it. */
function checkProfile(user: User, { realName = user.realName, email = user.email }: UserChange): void {
  const problem = validateAccountProfile({
    ...(realName === user.realName ? {} : { realName }),
    ...(email === user.email ? {} : { email }),
  })
  if (problem !== undefined) throw new Refusal('invalid', problem)
}

async function checkLogin(tx: Tx, user: User, login: string | undefined): Promise<void> {
  if (login === undefined || login === user.login) return
  const problem = validateLoginName(login)
  if (problem !== undefined) throw new Refusal('invalid', problem)
  if (await isNameTaken(tx, login, user.id)) throw loginTaken()
}
