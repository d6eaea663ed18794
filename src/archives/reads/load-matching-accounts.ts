import { normalizeEmail, normalizeLogin } from '../../accounts/model/user.ts'
import { loadUsersByEmails, loadUsersByLdapIds, loadUsersByLogins } from '../../accounts/store/users.ts'
import type { Reader } from '../../database/db/db.ts'
import type { ArchivedUser } from '../parse/users.ts'
import type { KnownAccounts, MatchingPolicy } from '../plan/match-users.ts'
import { findUsedShortNames } from '../store/find-used-short-names.ts'

/** Loads the accounts that may match users of an archive. */
export async function loadMatchingAccounts(
  db: Reader,
  users: readonly ArchivedUser[],
  matching: MatchingPolicy,
): Promise<KnownAccounts> {
  const logins = users.map(({ login }) => normalizeLogin(login))
  const mappedTo = listMappedLogins(matching)
  const ldapIds = users.flatMap(({ ldapId }) => ldapId ?? [])
  const emails = users.map(({ email }) => email).filter((email) => email !== '')
  const [byLogin, byLdapId, byEmail, takenByProjects] = await Promise.all([
    loadUsersByLogins(db, [...logins, ...mappedTo]),
    loadUsersByLdapIds(db, ldapIds),
    loadUsersByEmails(db, emails),
    findUsedShortNames(db, logins),
  ])
  return {
    byLogin,
    // Several accounts may share an LDAP id or an email address: the oldest one counts.
    byLdapId: new Map(byLdapId.toReversed().flatMap((user) => (user.ldapId === null ? [] : [[user.ldapId, user]]))),
    byEmail: new Map(byEmail.toReversed().map((user) => [normalizeEmail(user.email), user])),
    takenByProjects,
  }
}

function listMappedLogins(matching: MatchingPolicy): string[] {
  if (matching.kind === 'map') return [...matching.lines.values()].flatMap(mapTarget)
  return matching.kind === 'create' ? [...(matching.chosen?.values() ?? [])].map(normalizeLogin) : []
}

const mapTarget = ({ action }: { readonly action: { readonly kind: string; readonly login?: string } }): string[] =>
  action.kind === 'map' && action.login !== undefined ? [normalizeLogin(action.login)] : []
