import type { CredentialPermit } from '../../accounts/model/account-permit.ts'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import { assertSubject } from '../../kit/messages/assert-subject.ts'
import type { OAuth2AppId, OAuth2GrantId, ProjectId, UserId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { splitScopes } from '../model/oauth2-scopes.ts'
import { loadCodeIds, removeCodes } from './oauth2-codes.ts'

/** The authorization of an app by a user. */
export interface OAuth2Grant {
  readonly id: OAuth2GrantId
  readonly userId: UserId
  readonly appId: OAuth2AppId
  readonly scopes: readonly string[]
  readonly grantedOn: EpochSeconds
  /** Accurate to the hour. */
  readonly lastUsedOn: EpochSeconds | null
}

export async function findGrant(db: Reader, userId: UserId, appId: OAuth2AppId): Promise<OAuth2Grant | undefined> {
  const query = db.selectFrom('oauth2_grant').selectAll().where('user_id', '=', userId).where('app_id', '=', appId)
  const row = await query.executeTakeFirst()
  return (
    row && {
      id: row.id,
      userId: row.user_id,
      appId: row.app_id,
      scopes: splitScopes(row.scopes),
      grantedOn: row.granted_on,
      lastUsedOn: row.last_used_on,
    }
  )
}

export interface GrantWithApp {
  readonly appId: OAuth2AppId
  readonly appName: string
  readonly projectId: ProjectId | null
  readonly scopes: readonly string[]
  readonly grantedOn: EpochSeconds
  readonly lastUsedOn: EpochSeconds | null
}

/** Returns one page of the apps that a user has authorized, ordered by the app's id (docs/api/oauth2.md §10). */
export async function loadGrantPage(
  db: Reader,
  { subject: userId }: Permit<'use own', UserId>,
  page: Page,
): Promise<{ grants: GrantWithApp[]; size: number }> {
  const ofUser = db.selectFrom('oauth2_grant').where('oauth2_grant.user_id', '=', userId)
  const { n } = await ofUser.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await ofUser
    .innerJoin('oauth2_app', 'oauth2_app.id', 'oauth2_grant.app_id')
    .select(['app_id', 'name', 'project_id', 'scopes', 'granted_on', 'last_used_on'])
    .orderBy('app_id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const grants = rows.map((row) => ({
    appId: row.app_id,
    appName: row.name,
    projectId: row.project_id,
    scopes: splitScopes(row.scopes),
    grantedOn: row.granted_on,
    lastUsedOn: row.last_used_on,
  }))
  return { grants, size: Number(n) }
}

/** Saves an authorization, which replaces the earlier one (docs/api/oauth2.md §3). */
export async function saveGrant(
  tx: Tx,
  permit: Permit<'authorize apps', UserId>,
  {
    userId,
    appId,
    scopes,
  }: { readonly userId: UserId; readonly appId: OAuth2AppId; readonly scopes: readonly string[] },
  at: EpochSeconds,
): Promise<void> {
  assertSubject(permit, userId)
  const [newId] = await allocateIds(tx, 'oauth2_grant', 1)
  const set = { scopes: scopes.join(' '), granted_on: at }
  const row = { id: newId as OAuth2GrantId, user_id: userId, app_id: appId, last_used_on: null, ...set }
  await tx
    .insertInto('oauth2_grant')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'app_id']).doUpdateSet(set))
    .execute()
}

/**
 * Removes an authorization with every code and token of the app for this user (docs/api/oauth2.md §10). Returns whether
 * it existed.
 */
export async function removeGrant(
  tx: Tx,
  { subject: userId }: Permit<'use own', UserId>,
  appId: OAuth2AppId,
): Promise<boolean> {
  await removeCodes(tx, loadCodeIds(tx).where('user_id', '=', userId).where('app_id', '=', appId))
  const grant = tx.deleteFrom('oauth2_grant').where('user_id', '=', userId).where('app_id', '=', appId)
  return Number((await grant.executeTakeFirst()).numDeletedRows) > 0
}

export async function recordGrantUse(
  tx: Tx,
  _permit: CredentialPermit,
  id: OAuth2GrantId,
  at: EpochSeconds,
): Promise<void> {
  await tx.updateTable('oauth2_grant').set({ last_used_on: at }).where('id', '=', id).execute()
}
