import { normalizeEmail, normalizeLogin } from '../../../src/accounts/model/user.ts'
import type { TestServer } from '../server.ts'
import type { Choices } from './choices.ts'
import type { GeneratedUser } from './history.ts'

/** A user of users.xml. */
export interface UserEntry extends GeneratedUser {
  readonly email: string
}

/** Decisions for a map, which depends on the accounts of the site. */
export interface UserMapForm {
  /** For each user, in the order of users.xml. */
  readonly picks: readonly number[]
  /** Whether one line, or a missing one, is an error. */
  readonly isWrong: boolean
  readonly isQuoted: boolean
  readonly lineEnd: string
  /** Whether it has a line for a user whom the archive does not contain. */
  readonly hasUnneededLine: boolean
}

export const chooseUserMapForm = (users: readonly UserEntry[], choices: Choices): UserMapForm => ({
  picks: users.map(() => choices.integer(0, 999)),
  isWrong: choices.once(5),
  isQuoted: choices.once(2),
  lineEnd: choices.pick(['\n', '\r\n']),
  hasUnneededLine: choices.once(4),
})

export interface GeneratedUserMap {
  readonly csv: string
  /** Whether an import must refuse it. */
  readonly isWrong: boolean
  /** Login of the account that a user of the archive becomes. */
  loginFor(login: string): string
}

interface Line {
  /** undefined: no line */
  readonly action: string | undefined
  readonly account: string
}

/** Users of `test/api/generated-archives.test.ts`: active, suspended and restricted. */
export const mapTargets = ['target', 'sleeper', 'limited'] as const

/** Writes a map for the users of an archive, by the table of docs/api/archive-format.md §1.3. */
export async function buildUserMap(
  { world }: Pick<TestServer, 'world'>,
  users: readonly UserEntry[],
  form: UserMapForm,
): Promise<GeneratedUserMap> {
  const accounts = await world.db.read.selectFrom('user').select(['login', 'email', 'ldap_id', 'status']).execute()
  const pickFrom = <Item>(items: readonly Item[], pick: number): Item => items[pick % items.length] as Item
  const lines = new Map<string, Line>()
  let isWrong = false
  for (const [index, user] of users.entries()) {
    const key = normalizeLogin(user.login)
    // The first entry counts.
    if (lines.has(key)) continue
    const pick = form.picks[index] ?? 0
    const { allowed, refused, account = user.login } = actionsFor(user, accounts)
    if (form.isWrong && !isWrong && refused.length > 0) {
      isWrong = true
      lines.set(key, { action: pickFrom(refused, pick), account })
      continue
    }
    const action = pickFrom(allowed, pick)
    lines.set(key, { action, account: action?.startsWith('map:') ? action.slice(4).trim() : account })
  }
  const cell = (text: string): string =>
    form.isQuoted || /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  const rows = [...lines].flatMap(([key, { action }]) => (action === undefined ? [] : [[key, action, 'a comment']]))
  if (form.hasUnneededLine) rows.unshift(['not of this archive', 'noop'])
  const table = [['name', 'action', 'comments'], ...rows]
  return {
    csv: table.map((cells) => cells.map(cell).join(',')).join(form.lineEnd),
    isWrong,
    loginFor: (login) => lines.get(normalizeLogin(login))?.account ?? login,
  }
}

interface Account {
  readonly login: string
  readonly email: string
  readonly ldap_id: string | null
  readonly status: string
}

interface Actions {
  /** undefined: a line is not needed */
  readonly allowed: readonly (string | undefined)[]
  readonly refused: readonly (string | undefined)[]
  /** Login of the account that was found. */
  readonly account?: string
}

const maps = mapTargets.map((login) => `map:${login}`)
const creations = ['create', 'create:A', 'Create: r', 'create:S']
const malformed = ['remove', 'map:', 'map:unknown-login', 'create:X', 'noop:x', '']

function actionsFor({ login, email, ldapId }: UserEntry, accounts: readonly Account[]): Actions {
  const match =
    (ldapId === '' ? undefined : accounts.find(({ ldap_id: id }) => id === ldapId)) ??
    accounts.find((account) => normalizeLogin(account.login) === normalizeLogin(login))
  if (match === undefined) {
    const isShared = email !== '' && accounts.some((account) => normalizeEmail(account.email) === normalizeEmail(email))
    return isShared
      ? { allowed: maps, refused: [...creations, ...malformed, 'noop', undefined] }
      : { allowed: [...creations, ...maps], refused: [...malformed, 'noop', undefined] }
  }
  const { login: account, status } = match
  if (match.ldap_id === null && match.email !== email)
    return { allowed: maps, refused: [...creations, ...malformed, 'noop', undefined], account }
  const isAlive = status === 'A' || status === 'R'
  return {
    allowed: ['noop', ...maps, ...(isAlive ? [undefined] : [])],
    refused: [...creations, ...malformed, ...(isAlive ? [] : [undefined])],
    account,
  }
}
