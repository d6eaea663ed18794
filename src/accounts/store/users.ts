import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds, inList } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { Flag, Tables } from '../../database/tables/tables.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { FIRST_ADMINISTRATOR, type UserId } from '../../kit/values/ids.ts'
import type { Permit, SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { World } from '../../world/model/world.ts'
import type { CredentialPermit } from '../model/account-permit.ts'
import { normalizeEmail, normalizeLogin, normalizeSearchText, type User, type UserStatus } from '../model/user.ts'

const columns = ['id', 'login', 'real_name', 'email', 'ldap_id', 'status'] as const

type Row = Pick<Selectable<Tables['user']>, (typeof columns)[number]>

const toUser = (row: Row): User => ({
  id: row.id,
  login: row.login,
  realName: row.real_name,
  email: row.email,
  ldapId: row.ldap_id,
  // The column is written only by this file, from a UserStatus.
  status: row.status as UserStatus,
})

export async function findUser(db: Reader, id: UserId): Promise<User | undefined> {
  const row = await db.selectFrom('user').select(columns).where('id', '=', id).executeTakeFirst()
  return row && toUser(row)
}

/** Returns a user or throws (docs/api/users.md §2). */
export async function getUser(db: Reader, id: UserId): Promise<User> {
  const user = await findUser(db, id)
  if (user === undefined) throw new Refusal('absent', 'User Id not found')
  return user
}

export async function loadUsers(db: Reader, ids: readonly UserId[]): Promise<Map<UserId, User>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('user').select(columns).where(inList('id', ids)).execute()
  return new Map(rows.map((row) => [row.id, toUser(row)]))
}

/** Returns users as `loadUsers` does, cached until any account changes. */
export const getCachedUsers = (
  { db, cache }: Pick<World, 'db' | 'cache'>,
  ids: readonly UserId[],
): Promise<Map<UserId, User>> =>
  cache.getOrLoadEach(
    'users',
    ids,
    (id) => `user ${id}`,
    (missing) => loadUsers(db.read, missing),
  )

/** Finds a user by login in any case. */
export async function findUserByLogin(db: Reader, login: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('user')
    .select(columns)
    .where('login_key', '=', normalizeLogin(login))
    .executeTakeFirst()
  return row && toUser(row)
}

/** Returns users by lower-cased login: for archives and group members. */
export async function loadUsersByLogins(db: Reader, logins: readonly string[]): Promise<Map<string, User>> {
  if (logins.length === 0) return new Map()
  const rows = await db
    .selectFrom('user')
    .select(columns)
    .where(inList('login_key', logins.map(normalizeLogin)))
    .execute()
  return new Map(rows.map((row) => [normalizeLogin(row.login), toUser(row)]))
}

export async function loadUsersByLdapIds(db: Reader, ldapIds: readonly string[]): Promise<User[]> {
  if (ldapIds.length === 0) return []
  const rows = await db.selectFrom('user').select(columns).where(inList('ldap_id', ldapIds)).orderBy('id').execute()
  return rows.map(toUser)
}

/** Several accounts may share an email address. */
export const loadUsersByEmail = (db: Reader, email: string): Promise<User[]> => loadUsersByEmails(db, [email])

/** Accounts without an address do not share one. */
export async function loadUsersByEmails(db: Reader, emails: readonly string[]): Promise<User[]> {
  const keys = emails.filter((email) => email !== '').map(normalizeEmail)
  if (keys.length === 0) return []
  const query = db.selectFrom('user').select(columns).where(inList('email_key', keys))
  return (await query.orderBy('id').execute()).map(toUser)
}

/** Returns whether another user has an email address. */
export const isEmailOfAnotherUser = async (db: Reader, { id }: Pick<User, 'id'>, email: string): Promise<boolean> =>
  (await loadUsersByEmail(db, email)).some((user) => user.id !== id)

/** Returns all accounts by login, for the operator. */
export async function loadAllUsers(db: Reader): Promise<User[]> {
  return (await db.selectFrom('user').select(columns).orderBy('login_key').execute()).map(toUser)
}

export interface NewUser extends Omit<User, 'id'> {
  readonly passwordHash: string | null
  /** Whether the user has to choose another password after signing in with this one. */
  readonly mustChangePassword?: boolean
}

/** Adds accounts, numbered in the given order. The names were checked; a duplicate name aborts the transaction. */
export async function addUsers(
  tx: Tx,
  _permit: Permit<'create user' | 'import', 'site'> | SystemPermit<'set up'>,
  users: readonly NewUser[],
  at: EpochSeconds,
): Promise<User[]> {
  if (users.length === 0) return []
  const ids = await allocateIds(tx, 'user', users.length)
  // allocateIds returns as many ids as requested.
  const added = users.map(({ passwordHash: _, mustChangePassword: __, ...user }, index) => ({
    ...user,
    id: ids[index] as UserId,
  }))
  const rows = users.map((user, index) => toRow(user, ids[index] as UserId, at))
  for (const batch of splitIntoBatches(rows, 500)) {
    await tx.insertInto('user').values(batch).execute()
  }
  return added
}

const toRow = (user: NewUser, id: UserId, at: EpochSeconds) => ({
  id,
  ...nameColumns(user),
  ldap_id: user.ldapId,
  status: user.status,
  password_hash: user.passwordHash,
  password_changed_on: user.passwordHash === null ? null : at,
  must_change_password: toFlag(user.mustChangePassword ?? false),
  created_on: at,
})

const toFlag = (is: boolean): Flag => (is ? 1 : 0)

const nameColumns = (user: Pick<User, 'login' | 'realName' | 'email'>) => ({
  login: user.login,
  login_key: normalizeLogin(user.login),
  real_name: user.realName,
  search_text: normalizeSearchText(user),
  email: user.email,
  email_key: normalizeEmail(user.email),
})

/**
 * Adds the account that every list represents as "None": no one can sign in as it (docs/api/archive-format.md §1.2,
 * docs/api/trackers.md §5.3).
 */
export async function addNobody(tx: Tx, _permit: SystemPermit<'set up'>, id: UserId, at: EpochSeconds): Promise<void> {
  const nobody: NewUser = { login: 'None', realName: 'None', email: '', ldapId: null, status: 'S', passwordHash: null }
  await tx
    .insertInto('user')
    .values(toRow(nobody, id, at))
    .execute()
}

/** Saves what PATCH /users/{id} may change (docs/api/users.md §4); a new email address may be unverified. */
export async function saveUser(
  tx: Tx,
  { subject }: Permit<'update', User>,
  changed: User,
  isEmailUnverified: boolean,
): Promise<void> {
  const claimed = changed.email === subject.email ? {} : { is_email_unverified: toFlag(isEmailUnverified) }
  const set = { ...nameColumns(changed), ...claimed, status: changed.status }
  await tx.updateTable('user').set(set).where('id', '=', subject.id).execute()
}

export async function savePassword(
  tx: Tx,
  { subject }: Permit<'update', User>,
  { passwordHash, mustChange }: { readonly passwordHash: string; readonly mustChange: boolean },
  at: EpochSeconds,
): Promise<void> {
  const set = { password_hash: passwordHash, password_changed_on: at, must_change_password: toFlag(mustChange) }
  await tx.updateTable('user').set(set).where('id', '=', subject.id).execute()
}

/** Returns those of the accounts whose email address is only their owner's claim, so that it proves nothing. */
export async function loadClaimedEmails(db: Reader, users: readonly Pick<User, 'id'>[]): Promise<Set<UserId>> {
  if (users.length === 0) return new Set()
  const among = inList(
    'id',
    users.map(({ id }) => id),
  )
  const rows = await db.selectFrom('user').select('id').where(among).where('is_email_unverified', '=', 1).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Records a sign-in; nothing that is cached contains it. */
export async function recordSignIn(tx: Tx, _permit: CredentialPermit, id: UserId, at: EpochSeconds): Promise<void> {
  await tx.updateTable('user').set({ last_signed_in_on: at }).where('id', '=', id).execute()
}

/** An account with the hash of its password. */
export interface AccountWithPassword {
  readonly user: User
  readonly passwordHash: string | null
  /** Whether the user can only choose another password after signing in with this one. */
  readonly mustChangePassword: boolean
}

const passwordColumns = [...columns, 'password_hash', 'must_change_password'] as const

const toAccountWithPassword = (
  row: Row & Pick<Selectable<Tables['user']>, 'password_hash' | 'must_change_password'>,
): AccountWithPassword => ({
  user: toUser(row),
  passwordHash: row.password_hash,
  mustChangePassword: row.must_change_password === 1,
})

/**
 * Locks accounts until the end of the transaction, in the order of their ids. Every transaction that issues credentials
 * of an account, or revokes them all, locks it first: each sees what the one before it did. References to the account do
 * not wait.
 */
export async function lockAccounts(tx: Tx, ids: readonly UserId[]): Promise<Map<UserId, AccountWithPassword>> {
  const query = tx.selectFrom('user').select(passwordColumns).where(inList('id', ids)).orderBy('id')
  const rows = await lockRows(tx, query, 'change').execute()
  return new Map(rows.map((row) => [row.id, toAccountWithPassword(row)]))
}

/** Returns the account of a login with its password hash; undefined when there is none. */
export async function findAccountByLogin(db: Reader, login: string): Promise<AccountWithPassword | undefined> {
  const query = db.selectFrom('user').select(passwordColumns).where('login_key', '=', normalizeLogin(login))
  const row = await query.executeTakeFirst()
  return row && toAccountWithPassword(row)
}

/** Returns whether a name is in use; logins and short names of projects share one namespace (docs/api/users.md §4). */
export async function isNameTaken(db: Reader, name: string, exceptFor?: UserId): Promise<boolean> {
  const key = normalizeLogin(name)
  const user = await db.selectFrom('user').select('id').where('login_key', '=', key).executeTakeFirst()
  if (user !== undefined && user.id !== exceptFor) return true
  const project = await db.selectFrom('project').select('id').where('short_name_key', '=', key).executeTakeFirst()
  return project !== undefined
}

/** Returns whether no account exists, not even "None". */
export const isEmpty = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) === undefined

/**
 * Returns the administrator of the first start, as long as they have no password and never signed in by other means.
 */
export async function findAdministratorWithoutPassword(db: Reader): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', FIRST_ADMINISTRATOR)
    .where('login', '=', 'admin')
    .where('status', '=', 'A')
    .where('password_hash', 'is', null)
    .where('last_signed_in_on', 'is', null)
    .executeTakeFirst()
  return row?.id
}

export async function saveFirstPassword(
  tx: Tx,
  _permit: SystemPermit<'set up'>,
  id: UserId,
  passwordHash: string,
  at: EpochSeconds,
): Promise<void> {
  const set = { password_hash: passwordHash, password_changed_on: at }
  await tx.updateTable('user').set(set).where('id', '=', id).where('password_hash', 'is', null).execute()
}

/** Reserves the id of the first administrator, whatever account is created before. */
export async function reserveFirstId(tx: Tx): Promise<void> {
  const [id] = await allocateIds(tx, 'user', 1)
  if (id !== FIRST_ADMINISTRATOR) throw new Error('Accounts were created before the first start')
}

/** Adds the first administrator with the reserved id, unless it is in use. */
export async function addFirstUser(
  tx: Tx,
  permit: SystemPermit<'set up'>,
  user: NewUser,
  at: EpochSeconds,
): Promise<UserId> {
  if ((await findUser(tx, FIRST_ADMINISTRATOR)) !== undefined) {
    const [added] = await addUsers(tx, permit, [user], at)
    if (added === undefined) throw new Error('Insert returned no account')
    return added.id
  }
  await tx
    .insertInto('user')
    .values(toRow(user, FIRST_ADMINISTRATOR, at))
    .execute()
  return FIRST_ADMINISTRATOR
}
