import { NOBODY } from '../kit/ids.ts'
import { loginNameProblem } from '../platform/model/login-name.ts'
import { canSignIn, emailKey, loginKey, type User } from '../platform/model/user.ts'
import type { Notes } from './findings.ts'
import type { MapLine } from './reading/user-map.ts'
import type { ArchivedUser } from './reading/users.ts'

/** Accounts that may be the users of an archive. */
export interface KnownAccounts {
  readonly byLdapId: ReadonlyMap<string, User>
  readonly byLogin: ReadonlyMap<string, User>
  readonly byEmail: ReadonlyMap<string, User>
  /** Logins, lower case, that a project has as short name. */
  readonly takenByProjects: ReadonlySet<string>
}

/** Who a user of the archive becomes. */
export type Identity =
  | { readonly kind: 'existing'; readonly account: User }
  | { readonly kind: 'new'; readonly status: 'A' | 'R' | 'S' }
  /** Nobody here: what he did keeps his name as text. */
  | { readonly kind: 'stranger' }

export type Matching =
  | { readonly kind: 'map'; readonly lines: ReadonlyMap<string, MapLine> }
  /** Strategy `no-email`: LDAP id or login, whatever the address. */
  | { readonly kind: 'create'; readonly status: 'A' | 'R' | 'S' }
  /** Login and address: whoever made the archive may have written any login into it. */
  | { readonly kind: 'known' }

interface Places {
  /** about users.xml */
  readonly users: Notes
  /** about the map */
  readonly map: Notes
}

/** docs/api/archive-format.md §1.3, entry by entry; by lower-cased login of users.xml. */
export function matchUsers(
  users: readonly ArchivedUser[],
  accounts: KnownAccounts,
  matching: Matching,
  places: Places,
): Map<string, Identity> {
  const identities = new Map<string, Identity>()
  const usedLines = new Set<MapLine>()
  for (const user of users) {
    // A repeated login was reported: the first entry decides.
    if (identities.has(loginKey(user.login))) continue
    const line = matching.kind === 'map' ? lineOf(user, accounts, matching.lines) : undefined
    if (line !== undefined) usedLines.add(line)
    const identity = matchUser(user, accounts, matching, line, places)
    if (identity !== undefined) identities.set(loginKey(user.login), identity)
  }
  for (const [name, line] of matching.kind === 'map' ? matching.lines : []) {
    if (usedLines.has(line)) continue
    places.map.remark('unneeded-map-line', line.line, `${name} is not in users.xml: the line is not needed`)
  }
  return identities
}

/** The account that the archive means: the one with the LDAP id, else the one with the login. */
export const accountOfEntry = (
  user: Pick<ArchivedUser, 'login' | 'ldapId'>,
  { byLdapId, byLogin }: Pick<KnownAccounts, 'byLdapId' | 'byLogin'>,
): User | undefined =>
  (user.ldapId === null ? undefined : byLdapId.get(user.ldapId)) ?? byLogin.get(loginKey(user.login))

/** A map names the account that was found by its login here, or the entry by its login in the archive. */
function lineOf(user: ArchivedUser, accounts: KnownAccounts, lines: ReadonlyMap<string, MapLine>): MapLine | undefined {
  const account = accountOfEntry(user, accounts)
  return (account && lines.get(loginKey(account.login))) ?? lines.get(loginKey(user.login))
}

function matchUser(
  user: ArchivedUser,
  accounts: KnownAccounts,
  matching: Matching,
  line: MapLine | undefined,
  places: Places,
): Identity | undefined {
  switch (matching.kind) {
    case 'create': {
      const account = accountOfEntry(user, accounts)
      if (account !== undefined) return { kind: 'existing', account }
      return newIdentity(user, accounts, matching.status, places.users)
    }
    case 'map':
      return matchByMap(user, accounts, line, places)
    case 'known':
      return matchKnown(user, accounts, places)
    default:
      return matching satisfies never
  }
}

function matchKnown(user: ArchivedUser, { byLogin }: KnownAccounts, { users }: Places): Identity {
  const account = byLogin.get(loginKey(user.login))
  const isSame = account !== undefined && user.email !== '' && emailKey(account.email) === emailKey(user.email)
  if (account !== undefined && (isSame || account.id === NOBODY)) return { kind: 'existing', account }
  users.remark(
    'account-unknown',
    user.line,
    `No account has both the login ${user.login} and this address: the name stays as text`,
  )
  return { kind: 'stranger' }
}

/**
 * What the site knows of an entry of users.xml; it decides which actions are allowed (the table of
 * docs/api/archive-format.md §1.3).
 */
type Lookup =
  | { readonly kind: 'same'; readonly account: User }
  | { readonly kind: 'other email'; readonly account: User }
  | { readonly kind: 'email of another'; readonly account: User }
  | { readonly kind: 'nothing' }

function lookUp(user: ArchivedUser, accounts: KnownAccounts): Lookup {
  const account = accountOfEntry(user, accounts)
  if (account !== undefined) {
    // Exactly: an address is not compared by its case here.
    const isSame = account.ldapId !== null || account.email === user.email
    return { kind: isSame ? 'same' : 'other email', account }
  }
  const sharing = user.email === '' ? undefined : accounts.byEmail.get(emailKey(user.email))
  return sharing === undefined ? { kind: 'nothing' } : { kind: 'email of another', account: sharing }
}

function matchByMap(
  user: ArchivedUser,
  accounts: KnownAccounts,
  line: MapLine | undefined,
  { users, map }: Places,
): Identity | undefined {
  const found = lookUp(user, accounts)
  if (found.kind !== 'nothing' && found.account.id === NOBODY && found.kind !== 'email of another') {
    return { kind: 'existing', account: found.account }
  }
  if (line === undefined) {
    if (found.kind === 'same' && canSignIn(found.account.status)) return { kind: 'existing', account: found.account }
    // Exact text of docs/api/archive-format.md §1.3.
    users.problem('user-map', user.line, `user ${user.login} should be in the mapping file${hint(found)}`)
    return undefined
  }
  const { action } = line
  switch (action.kind) {
    case 'map': {
      const account = accounts.byLogin.get(loginKey(action.login))
      if (account !== undefined) return { kind: 'existing', account }
      map.problem('user-map', line.line, `User with username ${action.login} does not exist on the platform`)
      return undefined
    }
    case 'noop':
      if (found.kind === 'same') return { kind: 'existing', account: found.account }
      map.problem('user-map', line.line, `Action noop is not allowed for user ${user.login}${reason(found)}`)
      return undefined
    case 'create':
      if (found.kind === 'nothing') return newIdentity(user, accounts, action.status, users)
      map.problem('user-map', line.line, `Action create is not allowed for user ${user.login}${reason(found)}`)
      return undefined
    default:
      return action satisfies never
  }
}

const hint = (found: Lookup): string =>
  found.kind === 'other email' || found.kind === 'email of another' ? reason(found) : ''

function reason(found: Lookup): string {
  switch (found.kind) {
    case 'same':
      return ` (the account ${found.account.login} exists: use noop or map:<login>)`
    case 'other email':
      return ` (the account ${found.account.login} has another e-mail address: use map:<login>)`
    case 'email of another':
      return ` (the account ${found.account.login} has the same e-mail address: use map:<login>)`
    case 'nothing':
      return ' (no account was found: use create:A, create:R, create:S or map:<login>)'
    default:
      return found satisfies never
  }
}

/** Refuses only a login that could not be used safely; our own rules for new accounts do not apply to archives. */
function newIdentity(
  { login, email, ldapId, line }: ArchivedUser,
  { takenByProjects }: KnownAccounts,
  status: 'A' | 'R' | 'S',
  users: Notes,
): Identity | undefined {
  if (/[\p{Cc}:/]/u.test(login)) {
    users.problem(
      'unsafe-login',
      line,
      `The login ${JSON.stringify(login)} cannot be used: it holds a control character, ":" or "/"`,
    )
    return undefined
  }
  for (const [what, text] of [
    ['login', loginKey(login)],
    ['email', emailKey(email)],
    ['ldapid', ldapId ?? ''],
  ] as const) {
    const bytes = Buffer.byteLength(text)
    if (bytes <= maxIndexedBytes) continue
    const start = `${[...text].slice(0, 30).join('')}…`
    const sentence = `The ${what} "${start}" has ${bytes} bytes; at most ${maxIndexedBytes} can be stored`
    users.problem('unstorable-value', line, sentence)
    return undefined
  }
  const unusual =
    loginNameProblem(login) ?? (takenByProjects.has(loginKey(login)) ? 'A project has this name.' : undefined)
  if (unusual !== undefined) {
    users.remark('unusual-login', line, `The login ${login} is kept, but is not one for new accounts here: ${unusual}`)
  }
  return { kind: 'new', status }
}

/** An entry of an index of PostgreSQL has at most 2,704 bytes. */
const maxIndexedBytes = 2600
