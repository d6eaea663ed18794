import type { Tx } from '../../kit/db/db.ts'
import type { UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import { emailKey, loginKey } from '../../platform/model/user.ts'
import { addUsers, type NewUser, usersByEmails } from '../../platform/store/users.ts'
import type { ImportPlan } from '../plan.ts'
import type { Accounts } from '../reading/people.ts'

export interface WrittenUsers extends Accounts {
  readonly created: number
  readonly matched: number
}

/** Makes the accounts that are new, in the order of users.xml; nobody has a password until one is set. */
export async function writeUsers(
  tx: Tx,
  plan: Pick<ImportPlan, 'users' | 'identities' | 'addresses'>,
  at: EpochSeconds,
): Promise<WrittenUsers> {
  const byLogin = new Map<string, UserId>()
  const added: NewUser[] = []
  const seen = new Set<string>()
  for (const user of plan.users) {
    // Several entries of one login are one account.
    if (seen.has(loginKey(user.login))) continue
    seen.add(loginKey(user.login))
    const identity = plan.identities.get(loginKey(user.login))
    if (identity?.kind === 'existing') byLogin.set(loginKey(user.login), identity.account.id)
    if (identity?.kind !== 'new') continue
    const { login, realName, email, ldapId } = user
    added.push({ login, realName, email, ldapId, status: identity.status, passwordHash: null })
  }
  const matched = byLogin.size
  for (const { id, login } of await addUsers(tx, added, at)) byLogin.set(loginKey(login), id)
  // docs/api/archive-format.md §1.2: an address stands for an account when one has it, the oldest of several.
  const sharing = await usersByEmails(tx, [...plan.addresses])
  const byEmail = new Map(sharing.toReversed().map(({ id, email }) => [emailKey(email), id]))
  return { byLogin, byEmail, created: added.length, matched }
}
