import { NOBODY, type UserId } from '../../kit/ids.ts'
import { loginKey } from '../../platform/model/user.ts'
import type { ArchivedUser } from './users.ts'

/** Someone a project refers to: an entry of users.xml, the account "None", or a stranger who left an address. */
export type Person =
  | { readonly kind: 'listed'; readonly user: ArchivedUser }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'address'; readonly email: string }
  /** A reference that nothing resolves. */
  | { readonly kind: 'unknown'; readonly text: string }

/** How references to people are understood (docs/api/archive-format.md §1.2); undefined: not in users.xml. */
export type PersonOf = (format: string, reference: string) => Person | undefined

/** `otherLogins`: logins that accounts have here and users.xml has not, by that login in lower case. */
export function peopleIn(
  users: readonly ArchivedUser[],
  otherLogins: ReadonlyMap<string, ArchivedUser> = new Map(),
): PersonOf {
  // One object for each, however many artifacts hold it.
  const listed = users.map((user) => ({ kind: 'listed', user }) as const)
  const byLogin = new Map(listed.toReversed().map((person) => [loginKey(person.user.login), person] as const))
  for (const [login, user] of otherLogins) if (!byLogin.has(login)) byLogin.set(login, { kind: 'listed', user })
  const byLdapId = new Map(
    listed.flatMap((person) => (person.user.ldapId === null ? [] : [[person.user.ldapId, person]])),
  )
  const byId = new Map(listed.flatMap((person) => (person.user.id === '' ? [] : [[person.user.id, person] as const])))

  return (format, reference) => {
    switch (format) {
      case 'username':
        return reference === nobody ? { kind: 'nobody' } : byLogin.get(loginKey(reference.trim()))
      case 'ldap':
        return byLdapId.get(reference)
      case 'id':
        return reference === `${NOBODY}` ? { kind: 'nobody' } : byId.get(reference)
      case 'email':
        return { kind: 'address', email: reference }
      default:
        return undefined
    }
  }
}

const nobody = 'None'

/** The accounts behind people, once they are known. */
export interface Accounts {
  /** Account of an entry of users.xml. */
  readonly byLogin: ReadonlyMap<string, UserId>
  /** docs/api/archive-format.md §1.2: an address is an account when one has it. */
  readonly byEmail: ReadonlyMap<string, UserId>
  /** In whose name alone something may have been done; the others are named by text (docs/decisions/0020-restrict-project-archives.md). */
  readonly onlyAuthor?: UserId
}

export interface Author {
  readonly submittedBy: UserId | null
  readonly submittedEmail: string | null
}

/** The account a person is, for what is about people: members of groups, values of lists. */
export function accountOf(person: Person | undefined, accounts: Accounts): UserId | undefined {
  switch (person?.kind) {
    case undefined:
    case 'unknown':
      return undefined
    case 'listed':
      return accounts.byLogin.get(person.user.login.toLowerCase())
    case 'nobody':
      return NOBODY
    case 'address':
      return accounts.byEmail.get(person.email.toLowerCase())
    default:
      return person satisfies never
  }
}

/** Who did something, as it is stored (docs/api/archive-format.md §3.4 rule 7). */
export function authorOf(person: Person | undefined, accounts: Accounts): Author {
  const account = accountOf(person, accounts)
  const { onlyAuthor } = accounts
  const signs = onlyAuthor === undefined || account === onlyAuthor || account === NOBODY
  if (account !== undefined && signs) return { submittedBy: account, submittedEmail: null }
  const text = nameOf(person, onlyAuthor !== undefined)
  return { submittedBy: null, submittedEmail: text === '' ? null : text }
}

function nameOf(person: Person | undefined, isNamed: boolean): string {
  switch (person?.kind) {
    case 'address':
      return person.email
    // docs/api/archive-format.md §3.4 rule 7: anonymous under the given text.
    case 'unknown':
      return person.text
    case 'listed':
      return isNamed ? person.user.email || person.user.realName || person.user.login : ''
    default:
      return ''
  }
}
