import { normalizeLogin } from '../../accounts/model/user.ts'
import { NONE_USER, type UserId } from '../../kit/values/ids.ts'
import type { ArchivedUser } from './users.ts'

/** A user of an archive: an entry of users.xml, the account "None", or an anonymous email address. */
export type ArchivedPrincipal =
  | { readonly kind: 'listed'; readonly user: ArchivedUser }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'address'; readonly email: string }
  /** A reference that nothing resolves. */
  | { readonly kind: 'unknown'; readonly text: string }

/** Resolves user references (docs/api/archive-format.md §1.2); undefined: not in users.xml. */
export type FindPrincipal = (format: string, reference: string) => ArchivedPrincipal | undefined

/** `otherLogins`: logins of accounts that are not in users.xml, by lower-case login. */
export function indexUsers(
  users: readonly ArchivedUser[],
  otherLogins: ReadonlyMap<string, ArchivedUser> = new Map(),
): FindPrincipal {
  // Shares one object per user, however many artifacts refer to it.
  const listed = users.map((user) => ({ kind: 'listed', user }) as const)
  const byLogin = new Map(listed.toReversed().map((person) => [normalizeLogin(person.user.login), person] as const))
  for (const [login, user] of otherLogins) if (!byLogin.has(login)) byLogin.set(login, { kind: 'listed', user })
  const byLdapId = new Map(
    listed.flatMap((person) => (person.user.ldapId === null ? [] : [[person.user.ldapId, person]])),
  )
  const byId = new Map(listed.flatMap((person) => (person.user.id === '' ? [] : [[person.user.id, person] as const])))

  return (format, reference) => {
    switch (format) {
      case 'username':
        return reference === anonymousAuthor ? { kind: 'nobody' } : byLogin.get(normalizeLogin(reference.trim()))
      case 'ldap':
        return byLdapId.get(reference)
      case 'id':
        return reference === `${NONE_USER}` ? { kind: 'nobody' } : byId.get(reference)
      case 'email':
        return { kind: 'address', email: reference }
      default:
        return undefined
    }
  }
}

const anonymousAuthor = 'None'

/** The matched accounts. */
export interface Accounts {
  /** Account of an entry of users.xml. */
  readonly byLogin: ReadonlyMap<string, UserId>
  /** docs/api/archive-format.md §1.2: an email address refers to the account that has it. */
  readonly byEmail: ReadonlyMap<string, UserId>
  /**
   * The only account that content may be attributed to; other authors are stored as text
   * (docs/decisions/0020-restrict-project-archives.md).
   */
  readonly onlyAuthor?: UserId
}

export interface Author {
  readonly submittedBy: UserId | null
  readonly submittedEmail: string | null
}

/** Returns the account for references to users: group members, list values. */
export function findArchiveAccount(person: ArchivedPrincipal | undefined, accounts: Accounts): UserId | undefined {
  switch (person?.kind) {
    case undefined:
    case 'unknown':
      return undefined
    case 'listed':
      return accounts.byLogin.get(person.user.login.toLowerCase())
    case 'nobody':
      return NONE_USER
    case 'address':
      return accounts.byEmail.get(person.email.toLowerCase())
    default:
      return person satisfies never
  }
}

/** Returns the author as stored (docs/api/archive-format.md §3.4 rule 7). */
export function findArchiveAuthor(person: ArchivedPrincipal | undefined, accounts: Accounts): Author {
  const account = findArchiveAccount(person, accounts)
  const { onlyAuthor } = accounts
  const signs = onlyAuthor === undefined || account === onlyAuthor || account === NONE_USER
  if (account !== undefined && signs) return { submittedBy: account, submittedEmail: null }
  const text = authorName(person, onlyAuthor !== undefined)
  return { submittedBy: null, submittedEmail: text === '' ? null : text }
}

function authorName(person: ArchivedPrincipal | undefined, isNamed: boolean): string {
  switch (person?.kind) {
    case 'address':
      return person.email
    // docs/api/archive-format.md §3.4 rule 7: anonymous with the given text.
    case 'unknown':
      return person.text
    case 'listed':
      return isNamed ? person.user.email || person.user.realName || person.user.login : ''
    default:
      return ''
  }
}
