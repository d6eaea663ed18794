import { sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { ADMINISTRATION_PROJECT, NONE_USER, type UserId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { AccountOverview } from '../model/account-overview.ts'
import type { UserStatus } from '../model/user.ts'
import { loadUserPage } from './user-pages.ts'
import { loadUsers } from './users.ts'

/** Returns one page of the accounts that match a part of login, real name or email address. */
export const loadAccountPage = (
  db: Reader,
  { text, status }: { readonly text?: string | undefined; readonly status?: UserStatus | undefined },
  page: Page,
) =>
  loadUserPage(
    db,
    {
      text,
      among(users) {
        // The account "None" belongs to no user and cannot be changed.
        const accounts = users.where('id', '<>', NONE_USER)
        return status === undefined ? accounts : accounts.where('status', '=', status)
      },
    },
    page,
  )

/** Returns the overviews in the order of the ids. */
export async function loadAccountOverviews(
  db: Reader,
  ids: readonly UserId[],
  now: EpochSeconds,
): Promise<AccountOverview[]> {
  if (ids.length === 0) return []
  const [users, rows, keys, identities, totp, passkeys] = await Promise.all([
    loadUsers(db, ids),
    accountRows(db, ids),
    activeKeys(db, ids, now),
    identityProvidersOf(db, ids),
    totpOf(db, ids),
    passkeysOf(db, ids),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const [user, row] = [users.get(id), byId.get(id)]
    if (user === undefined || row === undefined) return []
    return {
      user,
      createdOn: row.created_on,
      lastSignedInOn: row.last_signed_in_on,
      hasPassword: Number(row.has_password) === 1,
      accessKeys: keys.get(id) ?? 0,
      directories: identities.get(id) ?? [],
      hasTotp: totp.has(id),
      passkeys: passkeys.get(id) ?? 0,
      isSiteAdministrator: row.is_administrator === 1,
    }
  })
}

const accountRows = (db: Reader, ids: readonly UserId[]) =>
  db
    .selectFrom('user')
    .leftJoin('project_member', (join) =>
      join.onRef('project_member.user_id', '=', 'user.id').on('project_id', '=', ADMINISTRATION_PROJECT),
    )
    .where(inList('user.id', ids))
    .select(['user.id', 'created_on', 'last_signed_in_on', 'is_administrator'])
    .select(sql<number>`case when password_hash is null then 0 else 1 end`.as('has_password'))
    .execute()

async function activeKeys(db: Reader, ids: readonly UserId[], now: EpochSeconds): Promise<Map<UserId, number>> {
  const rows = await db
    .selectFrom('access_key')
    .where(inList('user_id', ids))
    .where((where) => where.or([where('expires_on', 'is', null), where('expires_on', '>', now)]))
    .groupBy('user_id')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('n')])
    .execute()
  return new Map(rows.map(({ user_id, n }) => [user_id, Number(n)]))
}

async function identityProvidersOf(db: Reader, ids: readonly UserId[]): Promise<Map<UserId, string[]>> {
  const query = db.selectFrom('user_identity').select(['user_id', 'issuer']).where(inList('user_id', ids))
  const rows = await query.orderBy('issuer').orderBy('subject').execute()
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map([...byUser].map(([id, of]) => [id, [...new Set(of.map(({ issuer }) => issuer))]]))
}

/** Returns the users who have enabled an authenticator app. */
async function totpOf(db: Reader, ids: readonly UserId[]): Promise<ReadonlySet<UserId>> {
  const query = db
    .selectFrom('totp')
    .select('user_id')
    .where(inList('user_id', ids))
    .where('enabled_on', 'is not', null)
  return new Set((await query.execute()).map(({ user_id }) => user_id))
}

async function passkeysOf(db: Reader, ids: readonly UserId[]): Promise<Map<UserId, number>> {
  const rows = await db
    .selectFrom('passkey')
    .where(inList('user_id', ids))
    .groupBy('user_id')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('n')])
    .execute()
  return new Map(rows.map(({ user_id, n }) => [user_id, Number(n)]))
}
