import { NOBODY } from '../kit/ids.ts'
import { loginNameProblem } from '../platform/model/login-name.ts'
import { canSignIn, loginKey, type User } from '../platform/model/user.ts'
import type { Notes } from './findings.ts'
import type { MapAction, MapLine } from './reading/user-map.ts'
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

/** Contract 10 §12.3, entry by entry; by lower-cased login of users.xml. */
export function matchUsers(
  users: readonly ArchivedUser[],
  accounts: KnownAccounts,
  matching: Matching,
  places: Places,
): Map<string, Identity> {
  const identities = new Map<string, Identity>()
  for (const user of users) {
    const identity = matched(user, accounts, matching, places)
    if (identity !== undefined) identities.set(loginKey(user.login), identity)
  }
  if (matching.kind === 'map') {
    const known = new Set(users.map(({ login }) => loginKey(login)))
    for (const [name, { line }] of matching.lines) {
      if (!known.has(name))
        places.map.remark('unneeded-map-line', line, `${name} is not in users.xml: the line is not needed`)
    }
  }
  return identities
}

function matched(
  user: ArchivedUser,
  accounts: KnownAccounts,
  matching: Matching,
  places: Places,
): Identity | undefined {
  switch (matching.kind) {
    case 'create':
      return matchedAlone(user, accounts, matching.status, places)
    case 'map':
      return matchedByMap(user, accounts, matching.lines.get(loginKey(user.login)), places)
    case 'known':
      return matchedIfKnown(user, accounts, places)
    default:
      return matching satisfies never
  }
}

function matchedIfKnown(user: ArchivedUser, { byLogin }: KnownAccounts, { users }: Places): Identity {
  const account = byLogin.get(loginKey(user.login))
  const isSame = account !== undefined && user.email !== '' && sameAddress(account.email, user.email)
  if (account !== undefined && (isSame || account.id === NOBODY)) return { kind: 'existing', account }
  users.remark(
    'account-unknown',
    user.line,
    `No account has both the login ${user.login} and this address: the name stays as text`,
  )
  return { kind: 'stranger' }
}

const accountOf = (user: ArchivedUser, { byLdapId, byLogin }: KnownAccounts): User | undefined =>
  (user.ldapId === null ? undefined : byLdapId.get(user.ldapId)) ?? byLogin.get(loginKey(user.login))

function matchedAlone(
  user: ArchivedUser,
  accounts: KnownAccounts,
  status: 'A' | 'R' | 'S',
  places: Places,
): Identity | undefined {
  const account = accountOf(user, accounts)
  return account === undefined
    ? created(user, accounts, status, places.users, user.line)
    : { kind: 'existing', account }
}

function matchedByMap(
  user: ArchivedUser,
  accounts: KnownAccounts,
  line: MapLine | undefined,
  places: Places,
): Identity | undefined {
  const account = accountOf(user, accounts)
  if (account?.id === NOBODY) return { kind: 'existing', account }
  if (account !== undefined && (account.ldapId !== null || sameAddress(account.email, user.email))) {
    if (canSignIn(account.status) && line === undefined) return { kind: 'existing', account }
    return byLine(user, line, places, accounts, {
      noop: canSignIn(account.status) ? undefined : account,
      canCreate: false,
    })
  }
  const sharing = accounts.byEmail.get(user.email.toLowerCase())
  const other = account ?? (user.email === '' ? undefined : sharing)
  if (other !== undefined && line?.action.kind !== 'map') {
    const why = account === undefined ? `has the same address` : `has the same login and another address`
    const text = `The account ${other.login} ${why}: the mapping file must say map:<login> for ${user.login}`
    if (line === undefined) places.users.problem('user-map', user.line, text)
    else places.map.problem('user-map', line.line, text)
    return undefined
  }
  return byLine(user, line, places, accounts, { noop: undefined, canCreate: other === undefined })
}

const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

function byLine(
  user: ArchivedUser,
  line: MapLine | undefined,
  { users, map }: Places,
  accounts: KnownAccounts,
  allowed: { readonly noop: User | undefined; readonly canCreate: boolean },
): Identity | undefined {
  if (line === undefined) {
    // The sentence is the contract's: 10 §12.3.
    users.problem('user-map', user.line, `user ${user.login} should be in the mapping file`)
    return undefined
  }
  const { action } = line
  switch (action.kind) {
    case 'map':
      return mapped(action, accounts, map, line.line)
    case 'noop':
      if (allowed.noop !== undefined) return { kind: 'existing', account: allowed.noop }
      map.problem(
        'user-map',
        line.line,
        `noop is for an account that exists and is neither active nor restricted; ${user.login} is not`,
      )
      return undefined
    case 'create':
      if (allowed.canCreate) return created(user, accounts, action.status, map, line.line)
      map.problem('user-map', line.line, `${user.login} cannot be created: the account exists already`)
      return undefined
    default:
      return action satisfies never
  }
}

function mapped(
  { login }: MapAction & { kind: 'map' },
  { byLogin }: KnownAccounts,
  notes: Notes,
  line: number,
): Identity | undefined {
  const account = byLogin.get(loginKey(login))
  if (account !== undefined) return { kind: 'existing', account }
  notes.problem('user-map', line, `There is no account ${login} to map to`)
  return undefined
}

function created(
  { login }: ArchivedUser,
  { takenByProjects }: KnownAccounts,
  status: 'A' | 'R' | 'S',
  notes: Notes,
  line: number,
): Identity | undefined {
  const problem = loginNameProblem(login)
  if (problem !== undefined) notes.problem('unsafe-login', line, `${login} cannot be created: ${problem}`)
  else if (takenByProjects.has(loginKey(login))) {
    notes.problem('unsafe-login', line, `${login} cannot be created: a project has this short name`)
  } else return { kind: 'new', status }
  return undefined
}
