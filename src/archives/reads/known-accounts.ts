import type { Reader } from '../../kit/db/db.ts'
import { emailKey, loginKey } from '../../platform/model/user.ts'
import { usersByEmails, usersByLdapIds, usersByLogins } from '../../platform/store/users.ts'
import type { KnownAccounts, Matching } from '../match-users.ts'
import type { ArchivedUser } from '../reading/users.ts'
import { shortNamesAmong } from '../store/names.ts'

/** The accounts that users of an archive may be, loaded at once. */
export async function knownAccounts(
  db: Reader,
  users: readonly ArchivedUser[],
  matching: Matching,
): Promise<KnownAccounts> {
  const logins = users.map(({ login }) => loginKey(login))
  const mappedTo = matching.kind === 'map' ? [...matching.lines.values()].flatMap(targetOf) : []
  const ldapIds = users.flatMap(({ ldapId }) => ldapId ?? [])
  const emails = users.map(({ email }) => email).filter((email) => email !== '')
  const [byLogin, byLdapId, byEmail, takenByProjects] = await Promise.all([
    usersByLogins(db, [...logins, ...mappedTo]),
    usersByLdapIds(db, ldapIds),
    usersByEmails(db, emails),
    shortNamesAmong(db, logins),
  ])
  return {
    byLogin,
    // Several accounts may share an LDAP id or an address: the oldest counts.
    byLdapId: new Map(byLdapId.toReversed().flatMap((user) => (user.ldapId === null ? [] : [[user.ldapId, user]]))),
    byEmail: new Map(byEmail.toReversed().map((user) => [emailKey(user.email), user])),
    takenByProjects,
  }
}

const targetOf = ({ action }: { readonly action: { readonly kind: string; readonly login?: string } }): string[] =>
  action.kind === 'map' && action.login !== undefined ? [loginKey(action.login)] : []
