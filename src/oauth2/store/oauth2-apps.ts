import type { ExpressionBuilder } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds, inList } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { OAuth2AppId, ProjectId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { OAuth2App } from '../model/oauth2-app.ts'
import { loadCodeIds, removeCodes } from './oauth2-codes.ts'

const toApp = (row: Tables['oauth2_app']): OAuth2App => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  redirectUri: row.redirect_uri,
  isPkceForced: row.is_pkce_forced === 1,
  isConfidential: row.is_confidential === 1,
  secretHash: row.secret_hash,
  createdOn: row.created_on,
})

export async function findApp(db: Reader, id: OAuth2AppId): Promise<OAuth2App | undefined> {
  const row = await db.selectFrom('oauth2_app').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toApp(row)
}

/** Returns an app and locks it against removal: operations that issue credentials for it lock it first. */
export async function lockApp(tx: Tx, id: OAuth2AppId): Promise<OAuth2App | undefined> {
  const row = await lockRows(tx, tx.selectFrom('oauth2_app').selectAll().where('id', '=', id)).executeTakeFirst()
  return row && toApp(row)
}

/** Returns the name of an app's project; null: the app is of the whole site. */
export async function findProjectName(db: Reader, { projectId }: Pick<OAuth2App, 'projectId'>): Promise<string | null> {
  if (projectId === null) return null
  const row = await db.selectFrom('project').select('name').where('id', '=', projectId).executeTakeFirst()
  return row?.name ?? null
}

/** Returns one page of the apps of a project, or (null) of the whole site, ordered by id. */
export async function loadAppPage(
  db: Reader,
  { subject: projectId }: Permit<'administer apps', ProjectId | null>,
  page: Page,
): Promise<{ apps: OAuth2App[]; size: number }> {
  const those = db
    .selectFrom('oauth2_app')
    .where((where) => (projectId === null ? where('project_id', 'is', null) : where('project_id', '=', projectId)))
  const { n } = await those.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await those.selectAll().orderBy('id').limit(page.limit).offset(page.offset).execute()
  return { apps: rows.map(toApp), size: Number(n) }
}

/** Returns how many users have authorized each of these apps; apps without users are omitted. */
export async function countUsersOf(db: Reader, ids: readonly OAuth2AppId[]): Promise<ReadonlyMap<OAuth2AppId, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('oauth2_grant')
    .select(['app_id', ({ fn }) => fn.countAll<number>().as('n')])
    .where(inList('app_id', ids))
    .groupBy('app_id')
    .execute()
  return new Map(rows.map(({ app_id, n }) => [app_id, Number(n)]))
}

export async function addApp(
  tx: Tx,
  { subject: projectId }: Permit<'administer apps', ProjectId | null>,
  app: Omit<OAuth2App, 'id' | 'projectId'>,
): Promise<OAuth2AppId> {
  const [newId] = await allocateIds(tx, 'oauth2_app', 1)
  const id = newId as OAuth2AppId
  const row = {
    id,
    project_id: projectId,
    name: app.name,
    redirect_uri: app.redirectUri,
    is_pkce_forced: app.isPkceForced ? 1 : 0,
    is_confidential: app.isConfidential ? 1 : 0,
    secret_hash: app.secretHash,
    created_on: app.createdOn,
  } as const
  await tx.insertInto('oauth2_app').values(row).execute()
  return id
}

/** Saves an app of the permit's project, or of the site. */
export async function saveApp(
  tx: Tx,
  { subject: projectId }: Permit<'administer apps', ProjectId | null>,
  { id, ...app }: Pick<OAuth2App, 'id' | 'name' | 'redirectUri' | 'isPkceForced'>,
): Promise<void> {
  const set = { name: app.name, redirect_uri: app.redirectUri, is_pkce_forced: app.isPkceForced ? 1 : 0 } as const
  await tx.updateTable('oauth2_app').set(set).where('id', '=', id).where(isOf(projectId)).execute()
}

export async function saveAppSecret(
  tx: Tx,
  { subject: projectId }: Permit<'administer apps', ProjectId | null>,
  id: OAuth2AppId,
  secretHash: string,
): Promise<void> {
  const app = tx.updateTable('oauth2_app').set({ secret_hash: secretHash }).where('id', '=', id)
  await app.where(isOf(projectId)).execute()
}

/** Removes an app with its authorizations, codes and tokens. */
export async function removeApp(
  tx: Tx,
  { subject: projectId }: Permit<'administer apps', ProjectId | null>,
  id: OAuth2AppId,
): Promise<void> {
  await removeApps(tx, tx.selectFrom('oauth2_app').select('id').where('id', '=', id).where(isOf(projectId)))
}

const isOf = (projectId: ProjectId | null) => (where: ExpressionBuilder<Tables, 'oauth2_app'>) =>
  projectId === null ? where('project_id', 'is', null) : where('project_id', '=', projectId)

/** Removes the apps of a deleted project (docs/api/oauth2.md §1). */
export async function removeAppsOfProject(
  tx: Tx,
  { subject: project }: Permit<'change status', { readonly id: ProjectId }>,
): Promise<void> {
  await removeApps(tx, tx.selectFrom('oauth2_app').select('id').where('project_id', '=', project.id))
}

async function removeApps(tx: Tx, apps: ReturnType<typeof appIds>): Promise<void> {
  // The lock prevents new codes meanwhile.
  await lockRows(tx, apps.orderBy('id')).execute()
  await removeCodes(tx, loadCodeIds(tx).where('app_id', 'in', apps))
  await tx.deleteFrom('oauth2_grant').where('app_id', 'in', apps).execute()
  await tx.deleteFrom('oauth2_app').where('id', 'in', apps).execute()
}

const appIds = (tx: Tx) => tx.selectFrom('oauth2_app').select('id')
