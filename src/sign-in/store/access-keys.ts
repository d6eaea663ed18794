import type { CredentialPermit } from '../../accounts/model/account-permit.ts'
import { signInStatuses } from '../../accounts/model/user.ts'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds, inList } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { Tables } from '../../database/tables/tables.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { AccessKeyId, UserId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { World } from '../../world/model/world.ts'
import type { AccessKey } from '../model/access-key.ts'
import type { ScopeName } from '../model/scope-name.ts'
import type { DelegatedScope } from '../model/scopes.ts'

const toKey = (row: Tables['access_key'], scopes: readonly string[]): AccessKey => ({
  id: row.id,
  userId: row.user_id,
  verifierHash: row.verifier_hash,
  description: row.description,
  createdOn: row.created_on,
  expiresOn: row.expires_on,
  lastUsedOn: row.last_used_on,
  lastUsedFrom: row.last_used_from,
  scopes,
})

export async function findAccessKey(db: Reader, id: AccessKeyId): Promise<AccessKey | undefined> {
  return (await loadAccessKeys(db, [id]))[0]
}

/** Returns whether a key exists, and locks it until the end of the transaction. */
export async function lockAccessKey(tx: Tx, id: AccessKeyId): Promise<boolean> {
  const key = tx.selectFrom('access_key').select('id').where('id', '=', id)
  return (await lockRows(tx, key).executeTakeFirst()) !== undefined
}

async function loadAccessKeys(db: Reader, ids: readonly AccessKeyId[]): Promise<AccessKey[]> {
  if (ids.length === 0) return []
  const [rows, scopes] = await Promise.all([
    db.selectFrom('access_key').selectAll().where(inList('id', ids)).orderBy('id').execute(),
    db.selectFrom('access_key_scope').selectAll().where(inList('access_key_id', ids)).orderBy('scope').execute(),
  ])
  return rows.map((row) =>
    toKey(
      row,
      scopes.filter((each) => each.access_key_id === row.id).map((each) => each.scope),
    ),
  )
}

/** Returns one page of the unexpired keys of a user, oldest first (docs/api/authentication.md §3). */
export const loadAccessKeyPage = (
  db: Reader,
  { subject: owner }: Permit<'use own', UserId>,
  now: EpochSeconds,
  page: Page,
): Promise<AccessKeyPage> => loadPage(db, { owner }, now, page)

/** Returns one page of the unexpired keys of all users, oldest first. */
export const loadSiteAccessKeyPage = (
  db: Reader,
  _permit: Permit<'administer', 'site'>,
  filter: AccessKeyFilter,
  now: EpochSeconds,
  page: Page,
): Promise<AccessKeyPage> => loadPage(db, filter, now, page)

/** Returns the number of unexpired keys of a user. */
export async function countAccessKeys(
  db: Reader,
  { subject: owner }: Permit<'hold keys', UserId>,
  now: EpochSeconds,
): Promise<number> {
  const { n } = await selectUnexpired(db, now)
    .where('user_id', '=', owner)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

const selectUnexpired = (db: Reader, now: EpochSeconds) =>
  db
    .selectFrom('access_key')
    .where((where) => where.or([where('expires_on', 'is', null), where('expires_on', '>', now)]))

export interface AccessKeyFilter {
  /** Whether the owner can sign in. */
  readonly isOwnerActive?: boolean
  /** Only keys that are older, and were not used since. */
  readonly unusedSince?: EpochSeconds
}

interface AccessKeyPage {
  readonly keys: AccessKey[]
  readonly size: number
}

async function loadPage(
  db: Reader,
  { owner, isOwnerActive, unusedSince }: AccessKeyFilter & { readonly owner?: UserId },
  now: EpochSeconds,
  page: Page,
): Promise<AccessKeyPage> {
  let alive = selectUnexpired(db, now)
  if (owner !== undefined) alive = alive.where('user_id', '=', owner)
  if (isOwnerActive !== undefined) {
    const active = db.selectFrom('user').select('id').where('status', 'in', signInStatuses)
    alive = alive.where('user_id', isOwnerActive ? 'in' : 'not in', active)
  }
  if (unusedSince !== undefined)
    alive = alive.where(({ fn }) => fn.coalesce('last_used_on', 'created_on'), '<', unusedSince)
  // Ids grow with the time of creation.
  const size = await alive.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await alive.select('id').orderBy('id').limit(page.limit).offset(page.offset).execute()
  const keys = await loadAccessKeys(
    db,
    rows.map((row) => row.id),
  )
  return { keys, size: Number(size.n) }
}

/** Returns every key of a user, for the operator. */
export async function loadAccessKeysOfUser(db: Reader, userId: UserId): Promise<AccessKey[]> {
  const rows = await db.selectFrom('access_key').select('id').where('user_id', '=', userId).execute()
  return loadAccessKeys(
    db,
    rows.map((row) => row.id),
  )
}

export interface NewAccessKey {
  readonly verifierHash: string
  readonly description: string
  readonly createdOn: EpochSeconds
  readonly expiresOn: EpochSeconds | null
  readonly scopes: readonly (ScopeName | DelegatedScope)[]
}

/** Adds a key. The absence of keys is not cached, so no revision is raised. */
export async function addAccessKey(
  tx: Tx,
  { subject: owner }: Permit<'hold keys', UserId>,
  key: NewAccessKey,
): Promise<AccessKeyId> {
  const [newId] = await allocateIds(tx, 'access_key', 1)
  const id = newId as AccessKeyId
  const row = {
    id,
    user_id: owner,
    verifier_hash: key.verifierHash,
    description: key.description,
    created_on: key.createdOn,
    expires_on: key.expiresOn,
    last_used_on: null,
    last_used_from: null,
  }
  await tx.insertInto('access_key').values(row).execute()
  const scopes = [...new Set(key.scopes)].map((scope) => ({ access_key_id: id, scope }))
  await tx.insertInto('access_key_scope').values(scopes).execute()
  return id
}

/** Removes a key. Returns whether the owner had it. */
export async function removeAccessKey(
  tx: Tx,
  { subject: owner }: Permit<'hold keys' | 'revoke keys', UserId>,
  id: AccessKeyId,
): Promise<boolean> {
  const own = tx.selectFrom('access_key').select('id').where('id', '=', id).where('user_id', '=', owner)
  await tx.deleteFrom('access_key_scope').where('access_key_id', 'in', own).execute()
  const removed = await tx.deleteFrom('access_key').where('id', '=', id).where('user_id', '=', owner).executeTakeFirst()
  if (Number(removed.numDeletedRows) === 0) return false
  return true
}

/** A cached key with its last use in this process. */
export interface CachedAccessKey {
  readonly key: AccessKey
  readonly lastUse: { on: EpochSeconds | null; from: string | null }
}

/**
 * Returns a key, cached until one is revoked; a missing key is not cached, because anonymous clients could fill the
 * memory.
 */
export const getCachedAccessKey = (
  { db, cache }: Pick<World, 'db' | 'cache'>,
  id: AccessKeyId,
): Promise<CachedAccessKey> =>
  cache.getOrLoad('users', `access key ${id}`, async () => {
    const key = await findAccessKey(db.read, id)
    if (key === undefined) throw new Refusal('unauthenticated', 'Invalid access key')
    return { key, lastUse: { on: key.lastUsedOn, from: key.lastUsedFrom } }
  })

export async function recordAccessKeyUse(
  tx: Tx,
  _permit: CredentialPermit,
  id: AccessKeyId,
  at: EpochSeconds,
  address: string,
): Promise<void> {
  const set = { last_used_on: at, last_used_from: address }
  await tx.updateTable('access_key').set(set).where('id', '=', id).execute()
}
