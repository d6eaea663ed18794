import { normalizeEmail, normalizeLogin } from '../../accounts/model/user.ts'
import { addUsers, loadUsersByEmails, type NewUser } from '../../accounts/store/users.ts'
import type { Tx } from '../../database/db/db.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Accounts } from '../parse/users-of-archive.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { joinLines } from '../plan/match-users.ts'

export interface WrittenUsers extends Accounts {
  readonly created: number
  readonly matched: number
}

/** Creates the new accounts in the order of users.xml, without passwords. */
export async function writeUsers(
  tx: Tx,
  permit: Permit<'import', 'site'>,
  plan: Pick<ImportPlan, 'users' | 'identities' | 'addresses'>,
  at: EpochSeconds,
): Promise<WrittenUsers> {
  const byLogin = new Map<string, UserId>()
  const added: NewUser[] = []
  const seenLogins = new Set<string>()
  for (const user of plan.users) {
    // Entries with the same login are one account.
    if (seenLogins.has(normalizeLogin(user.login))) continue
    seenLogins.add(normalizeLogin(user.login))
    const identity = plan.identities.get(normalizeLogin(user.login))
    if (identity?.kind === 'existing') byLogin.set(normalizeLogin(user.login), identity.account.id)
    if (identity?.kind !== 'new') continue
    const { login, ldapId } = user
    added.push({ login, ...joinLines(user), ldapId, status: identity.status, passwordHash: null })
  }
  const matched = byLogin.size
  for (const { id, login } of await addUsers(tx, permit, added, at)) byLogin.set(normalizeLogin(login), id)
  // docs/api/archive-format.md §1.2: an email address refers to the oldest account that has it.
  const sharing = await loadUsersByEmails(tx, [...plan.addresses])
  const byEmail = new Map(sharing.toReversed().map(({ id, email }) => [normalizeEmail(email), id]))
  return { byLogin, byEmail, created: added.length, matched }
}
