import { validateLoginName } from '../../accounts/model/login-name.ts'
import { canSignIn, normalizeEmail, normalizeLogin, type User } from '../../accounts/model/user.ts'
import { joinMessages, type Message, message } from '../../kit/messages/message.ts'
import { NONE_USER } from '../../kit/values/ids.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import type { MapLine } from '../parse/user-map.ts'
import type { ArchivedUser } from '../parse/users.ts'

/** Accounts that may match users of an archive. */
export interface KnownAccounts {
  readonly byLdapId: ReadonlyMap<string, User>
  readonly byLogin: ReadonlyMap<string, User>
  readonly byEmail: ReadonlyMap<string, User>
  /** Lower-case logins that are short names of projects. */
  readonly takenByProjects: ReadonlySet<string>
}

/** Account that a user of the archive becomes. */
export type Identity =
  | { readonly kind: 'existing'; readonly account: User }
  | { readonly kind: 'new'; readonly status: 'A' | 'R' | 'S' }
  /** No user of this site: entries of the archive keep the name as text. */
  | { readonly kind: 'stranger' }

export type MatchingPolicy =
  | { readonly kind: 'map'; readonly lines: ReadonlyMap<string, MapLine> }
  /** Strategy `no-email`: LDAP id or login, whatever the address. */
  | {
      readonly kind: 'create'
      readonly status: 'A' | 'R' | 'S'
      /** Logins of accounts that take precedence, by lower-case login of the archive. */
      readonly chosen?: ReadonlyMap<string, string>
    }
  /** Both login and email address: the author of the archive may have written any login into it. */
  | { readonly kind: 'known' }

interface FindingReporters {
  /** about users.xml */
  readonly users: FindingReporter
  /** about the map */
  readonly map: FindingReporter
}

/** docs/api/archive-format.md §1.3, entry by entry; by lower-case login of users.xml. */
export function matchUsers(
  users: readonly ArchivedUser[],
  accounts: KnownAccounts,
  matching: MatchingPolicy,
  places: FindingReporters,
): Map<string, Identity> {
  const identities = new Map<string, Identity>()
  const usedLines = new Set<MapLine>()
  for (const user of users) {
    // Repeated logins were reported: the first entry counts.
    if (identities.has(normalizeLogin(user.login))) continue
    const line = matching.kind === 'map' ? findMapLine(user, accounts, matching.lines) : undefined
    if (line !== undefined) usedLines.add(line)
    const identity = matchUser(user, accounts, matching, line, places)
    if (identity !== undefined) identities.set(normalizeLogin(user.login), identity)
  }
  for (const [name, line] of matching.kind === 'map' ? matching.lines : []) {
    if (usedLines.has(line)) continue
    places.map.remark('unneeded-map-line', line.line, message`${name} is not in users.xml: the line is not needed`)
  }
  return identities
}

/** Returns the account with the same LDAP id, otherwise the one with the same login. */
export const findAccountOfEntry = (
  user: Pick<ArchivedUser, 'login' | 'ldapId'>,
  { byLdapId, byLogin }: Pick<KnownAccounts, 'byLdapId' | 'byLogin'>,
): User | undefined =>
  (user.ldapId === null ? undefined : byLdapId.get(user.ldapId)) ?? byLogin.get(normalizeLogin(user.login))

/** Map lines contain the login of the matched account or the login of the archive. */
function findMapLine(
  user: ArchivedUser,
  accounts: KnownAccounts,
  lines: ReadonlyMap<string, MapLine>,
): MapLine | undefined {
  const account = findAccountOfEntry(user, accounts)
  return (account && lines.get(normalizeLogin(account.login))) ?? lines.get(normalizeLogin(user.login))
}

function matchUser(
  user: ArchivedUser,
  accounts: KnownAccounts,
  matching: MatchingPolicy,
  line: MapLine | undefined,
  places: FindingReporters,
): Identity | undefined {
  switch (matching.kind) {
    case 'create': {
      const chosen = matching.chosen?.get(normalizeLogin(user.login))
      if (chosen !== undefined) return matchChosen(chosen, accounts, places.users, user.line)
      const account = findAccountOfEntry(user, accounts)
      if (account !== undefined) return { kind: 'existing', account }
      return createIdentity(user, accounts, matching.status, places.users)
    }
    case 'map':
      return matchByMap(user, accounts, line, places)
    case 'known':
      return matchKnown(user, accounts, places)
    default:
      return matching satisfies never
  }
}

function matchChosen(
  login: string,
  { byLogin }: KnownAccounts,
  users: FindingReporter,
  line: number,
): Identity | undefined {
  const account = byLogin.get(normalizeLogin(login))
  if (account !== undefined) return { kind: 'existing', account }
  users.problem('user-map', line, message`User with username ${login} does not exist on the platform`)
  return undefined
}

function matchKnown(user: ArchivedUser, { byLogin }: KnownAccounts, { users }: FindingReporters): Identity {
  const account = byLogin.get(normalizeLogin(user.login))
  const isSame =
    account !== undefined && user.email !== '' && normalizeEmail(account.email) === normalizeEmail(user.email)
  if (account !== undefined && (isSame || account.id === NONE_USER)) return { kind: 'existing', account }
  users.remark(
    'account-unknown',
    user.line,
    message`No account has both the login ${user.login} and this address: the name stays as text`,
  )
  return { kind: 'stranger' }
}

/**
 * Result of the account lookup for an entry of users.xml; it determines the allowed actions (the table of
 * docs/api/archive-format.md §1.3).
 */
type LookupResult =
  | { readonly kind: 'same'; readonly account: User }
  | { readonly kind: 'other email'; readonly account: User }
  | { readonly kind: 'email of another'; readonly account: User }
  | { readonly kind: 'nothing' }

function lookUpAccount(user: ArchivedUser, accounts: KnownAccounts): LookupResult {
  const account = findAccountOfEntry(user, accounts)
  if (account !== undefined) {
    // Email addresses are compared case-sensitively here.
    const isSame = account.ldapId !== null || account.email === user.email
    return { kind: isSame ? 'same' : 'other email', account }
  }
  const sharing = user.email === '' ? undefined : accounts.byEmail.get(normalizeEmail(user.email))
  return sharing === undefined ? { kind: 'nothing' } : { kind: 'email of another', account: sharing }
}

function matchByMap(
  user: ArchivedUser,
  accounts: KnownAccounts,
  line: MapLine | undefined,
  { users, map }: FindingReporters,
): Identity | undefined {
  const lookup = lookUpAccount(user, accounts)
  if (lookup.kind !== 'nothing' && lookup.account.id === NONE_USER && lookup.kind !== 'email of another') {
    return { kind: 'existing', account: lookup.account }
  }
  if (line === undefined) {
    if (lookup.kind === 'same' && canSignIn(lookup.account.status)) return { kind: 'existing', account: lookup.account }
    // wire text of docs/api/archive-format.md §1.3
    const text = message`user ${user.login} should be in the mapping file`
    const isSimilar = lookup.kind === 'other email' || lookup.kind === 'email of another'
    users.problem('user-map', user.line, isSimilar ? joinMessages([text, explainAction(lookup)]) : text)
    return undefined
  }
  const { action } = line
  switch (action.kind) {
    case 'map': {
      const account = accounts.byLogin.get(normalizeLogin(action.login))
      if (account !== undefined) return { kind: 'existing', account }
      map.problem('user-map', line.line, message`User with username ${action.login} does not exist on the platform`)
      return undefined
    }
    case 'noop':
      if (lookup.kind === 'same') return { kind: 'existing', account: lookup.account }
      map.problem(
        'user-map',
        line.line,
        message`Action noop is not allowed for user ${user.login} ${explainAction(lookup)}`,
      )
      return undefined
    case 'create':
      if (lookup.kind === 'nothing') return createIdentity(user, accounts, action.status, users)
      map.problem(
        'user-map',
        line.line,
        message`Action create is not allowed for user ${user.login} ${explainAction(lookup)}`,
      )
      return undefined
    case 'invalid':
      return undefined
    default:
      return action satisfies never
  }
}

function explainAction(lookup: LookupResult): Message {
  switch (lookup.kind) {
    case 'same':
      return message`(the account ${lookup.account.login} exists: use noop or map:<login>)`
    case 'other email':
      return message`(the account ${lookup.account.login} has another e-mail address: use map:<login>)`
    case 'email of another':
      return message`(the account ${lookup.account.login} has the same e-mail address: use map:<login>)`
    case 'nothing':
      return message`(no account was found: use create:A, create:R, create:S or map:<login>)`
    default:
      return lookup satisfies never
  }
}

/** Returns the name and the address that a new account gets: a line break in them would end a header of emails. */
export const joinLines = ({ realName, email }: ArchivedUser): Pick<ArchivedUser, 'realName' | 'email'> => ({
  realName: realName.replace(/\p{Cc}+/gu, ' '),
  email: email.replace(/\p{Cc}+/gu, ' '),
})

/** Rejects only unsafe logins; the rules for new accounts do not apply to archives. */
function createIdentity(
  user: ArchivedUser,
  { takenByProjects }: KnownAccounts,
  status: 'A' | 'R' | 'S',
  users: FindingReporter,
): Identity | undefined {
  const { login, email, ldapId, line } = user
  if (/[\p{Cc}:/]/u.test(login)) {
    users.problem(
      'unsafe-login',
      line,
      message`The login ${JSON.stringify(login)} cannot be used: it holds a control character, ":" or "/"`,
    )
    return undefined
  }
  for (const [what, text] of [
    ['login', normalizeLogin(login)],
    ['email', normalizeEmail(email)],
    ['ldapid', ldapId ?? ''],
  ] as const) {
    const bytes = Buffer.byteLength(text)
    if (bytes <= maxIndexedBytes) continue
    const start = `${[...text].slice(0, 30).join('')}…`
    const sentence = message`The ${what} "${start}" has ${bytes} bytes; at most ${maxIndexedBytes} can be stored`
    users.problem('unstorable-value', line, sentence)
    return undefined
  }
  const unusual =
    validateLoginName(login) ??
    (takenByProjects.has(normalizeLogin(login)) ? message`A project has this name.` : undefined)
  if (unusual !== undefined) {
    users.remark(
      'unusual-login',
      line,
      message`The login ${login} is kept, but is not one for new accounts here: ${unusual}`,
    )
  }
  const joined = joinLines(user)
  if (joined.realName !== user.realName || joined.email !== email) {
    const text = message`Control characters in the real name or email address of ${login} become blanks`
    users.remark('unusual-name', line, text)
  }
  return { kind: 'new', status }
}

/** PostgreSQL limits index entries to 2,704 bytes. */
const maxIndexedBytes = 2600
