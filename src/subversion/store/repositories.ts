import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds, inList } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { ProjectId, RepositoryId, UserId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { Permit, SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { deleteWebhooksOf } from '../../notifications/store/webhooks.ts'
import type { Project } from '../../projects/model/project.ts'
import type { CommitRules, DeletedRepository, ImmutableTags, Repository } from '../model/repository.ts'
import type { RepositoryPermit } from '../model/repository-permit.ts'

const splitLines = (text: string): string[] => (text === '' ? [] : text.split('\n'))

const toRepository = (row: Selectable<Tables['repository']>): Repository => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  directory: row.directory,
  createdOn: row.created_on,
  createdBy: row.created_by,
  commitRules: {
    isReferenceMandatory: row.is_reference_mandatory === 1,
    isMessageChangeAllowed: row.is_message_change_allowed === 1,
  },
  immutableTags: { paths: splitLines(row.immutable_paths), whitelist: splitLines(row.immutable_whitelist) },
  hasDefaultPermissions: row.has_default_permissions === 1,
  accessFileVersion: row.access_file_version,
  accessFileProblem: row.access_file_problem,
  subjectHeader: row.subject_header,
  deletionRequestedOn: row.deletion_requested_on,
  deletionRequestedBy: row.deletion_requested_by,
  deletedOn: row.deleted_on,
  dump: row.dump,
})

/** Includes deleted ones. */
export async function findRepository(db: Reader, id: RepositoryId): Promise<Repository | undefined> {
  const row = await db.selectFrom('repository').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toRepository(row)
}

/** Returns the existing ones. */
export async function loadRepositories(db: Reader, ids: readonly RepositoryId[]): Promise<Repository[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('repository').selectAll().where(inList('id', ids)).execute()
  return rows.map(toRepository)
}

/** Locks the row for a change. */
export async function lockRepository(tx: Tx, id: RepositoryId): Promise<Repository | undefined> {
  const row = await lockRows(tx, tx.selectFrom('repository').selectAll().where('id', '=', id)).executeTakeFirst()
  return row && toRepository(row)
}

/** Finds by directory, which hooks pass. */
export async function findRepositoryByDirectory(db: Reader, directory: string): Promise<Repository | undefined> {
  const row = await db.selectFrom('repository').selectAll().where('directory', '=', directory).executeTakeFirst()
  return row && toRepository(row)
}

/** Finds by exact name, without deleted ones. */
export async function findRepositoryByName(
  db: Reader,
  projectId: ProjectId,
  name: string,
): Promise<Repository | undefined> {
  const query = db.selectFrom('repository').selectAll().where('project_id', '=', projectId)
  const row = await query.where('name_key', '=', toNameKey(name)).where('deleted_on', 'is', null).executeTakeFirst()
  return row?.name === name ? toRepository(row) : undefined
}

/** docs/api/subversion.md §1.4: names of deleted repositories are taken until they are purged. */
export async function isNameTaken(db: Reader, projectId: ProjectId, name: string): Promise<boolean> {
  const query = db.selectFrom('repository').select('id').where('project_id', '=', projectId)
  return (await query.where('name_key', '=', toNameKey(name)).executeTakeFirst()) !== undefined
}

const toNameKey = (name: string): string => name.toLowerCase()

/** Returns one page of the repositories of a project by name, without deleted ones. */
export async function loadRepositoryPage(
  db: Reader,
  { subject: project }: Permit<'see', Project>,
  { name, limit, offset }: Page & { readonly name: string | undefined },
): Promise<{ readonly repositories: Repository[]; readonly size: number }> {
  const own = db.selectFrom('repository').where('project_id', '=', project.id).where('deleted_on', 'is', null)
  const requested = name === undefined ? own : own.where('name_key', '=', toNameKey(name)).where('name', '=', name)
  const { size } = await requested.select((e) => e.fn.countAll<number>().as('size')).executeTakeFirstOrThrow()
  const rows = await requested.selectAll().orderBy('name_key').limit(limit).offset(offset).execute()
  return { repositories: rows.map(toRepository), size: Number(size) }
}

/** Returns all served repositories, of some projects or of all. */
export async function loadActiveRepositories(db: Reader, projects?: readonly ProjectId[]): Promise<Repository[]> {
  const all = db.selectFrom('repository').selectAll().where('deleted_on', 'is', null)
  const query = projects === undefined ? all : all.where(inList('project_id', projects))
  return (await query.orderBy('id').execute()).map(toRepository)
}

/** Returns repositories deleted before a time and not restored. */
export async function loadRepositoriesDeletedBefore(db: Reader, before: EpochSeconds): Promise<Repository[]> {
  const query = db.selectFrom('repository').selectAll().where('deleted_on', '<', before)
  return (await query.orderBy('id').execute()).map(toRepository)
}

/** Returns one page of deleted repositories of a project with a dump, newest first. */
export async function loadDeletedRepositoryPage(
  db: Reader,
  { subject: project }: Permit<'list deleted repositories', Project>,
  { limit, offset }: Page,
): Promise<{ readonly repositories: DeletedRepository[]; readonly size: number }> {
  const rows = db.selectFrom('repository').where('project_id', '=', project.id)
  const deleted = rows.where('deleted_on', 'is not', null).where('dump', 'is not', null)
  const { size } = await deleted.select((e) => e.fn.countAll<number>().as('size')).executeTakeFirstOrThrow()
  const query = deleted.select(['id', 'name', 'deleted_on as deletedOn']).$narrowType<{ deletedOn: EpochSeconds }>()
  const ordered = query.orderBy('deleted_on', 'desc').orderBy('id', 'desc')
  return { repositories: await ordered.limit(limit).offset(offset).execute(), size: Number(size) }
}

/** Returns whether a repository is stored as this dump. */
export async function isDumpNeeded(db: Reader, dump: string): Promise<boolean> {
  const query = db.selectFrom('repository').select('id').where('dump', '=', dump)
  return (await query.executeTakeFirst()) !== undefined
}

export interface NewRepository {
  readonly name: string
  readonly directory: string
  readonly createdOn: EpochSeconds
  readonly createdBy: UserId | null
  readonly commitRules: CommitRules
  readonly immutableTags: ImmutableTags
  readonly hasDefaultPermissions: boolean
}

/** Throws (`isUniqueViolation`) when the name is taken. */
export async function addRepository(
  tx: Tx,
  { subject: project }: Permit<'administer repositories', Project>,
  requested: NewRepository,
): Promise<Repository> {
  const [id] = (await allocateIds(tx, 'repository', 1)) as [RepositoryId]
  const row = {
    id,
    project_id: project.id,
    name: requested.name,
    name_key: toNameKey(requested.name),
    directory: requested.directory,
    created_on: requested.createdOn,
    created_by: requested.createdBy,
    ...toRulesColumns(requested.commitRules),
    ...toTagsColumns(requested.immutableTags),
    has_default_permissions: requested.hasDefaultPermissions ? 1 : 0,
    access_file_version: 0,
    access_file_problem: null,
    subject_header: '',
    deletion_requested_on: null,
    deletion_requested_by: null,
    deleted_on: null,
    dump: null,
  } satisfies Insertable<Tables['repository']>
  return toRepository(await tx.insertInto('repository').values(row).returningAll().executeTakeFirstOrThrow())
}

const toRulesColumns = (rules: CommitRules) =>
  ({
    is_reference_mandatory: rules.isReferenceMandatory ? 1 : 0,
    is_message_change_allowed: rules.isMessageChangeAllowed ? 1 : 0,
  }) as const

const toTagsColumns = (tags: ImmutableTags) => ({
  immutable_paths: tags.paths.join('\n'),
  immutable_whitelist: tags.whitelist.join('\n'),
})

/** Changed columns of a repository; undefined members stay. */
export interface RepositoryChange {
  readonly commitRules?: CommitRules
  readonly immutableTags?: ImmutableTags
  readonly hasDefaultPermissions?: boolean
  readonly accessFileVersion?: number
  readonly subjectHeader?: string
  readonly directory?: string | null
  readonly dump?: string | null
  readonly deletionRequestedOn?: EpochSeconds | null
  readonly deletionRequestedBy?: UserId | null
  readonly deletedOn?: EpochSeconds | null
}

export async function saveRepository(
  tx: Tx,
  { subject: { id } }: RepositoryPermit | Permit<'restore', Repository>,
  change: RepositoryChange,
): Promise<void> {
  const { commitRules, immutableTags, hasDefaultPermissions } = change
  const columns = {
    ...(commitRules && toRulesColumns(commitRules)),
    ...(immutableTags && toTagsColumns(immutableTags)),
    has_default_permissions: hasDefaultPermissions === undefined ? undefined : toFlag(hasDefaultPermissions),
    access_file_version: change.accessFileVersion,
    subject_header: change.subjectHeader,
    directory: change.directory,
    dump: change.dump,
    deletion_requested_on: change.deletionRequestedOn,
    deletion_requested_by: change.deletionRequestedBy,
    deleted_on: change.deletedOn,
  } satisfies { readonly [Column in keyof Selectable<Tables['repository']>]?: unknown }
  const output = Object.entries(columns).filter(([, value]) => value !== undefined)
  if (output.length === 0) return
  await tx.updateTable('repository').set(Object.fromEntries(output)).where('id', '=', id).execute()
}

const toFlag = (is: boolean): 0 | 1 => (is ? 1 : 0)

/** Saves the problem that Subversion has with the active access file; null: none. */
export async function saveAccessFileProblem(
  tx: Tx,
  _permit: SystemPermit<'keep repositories'>,
  id: RepositoryId,
  problem: string | null,
): Promise<void> {
  await tx.updateTable('repository').set({ access_file_problem: problem }).where('id', '=', id).execute()
}

/** Marks a repository deleted, as its administrators requested; its content is in the dump. */
export async function saveDeletion(
  tx: Tx,
  _permit: SystemPermit<'keep repositories'>,
  id: RepositoryId,
  { dump, at }: { readonly dump: string; readonly at: EpochSeconds },
): Promise<void> {
  const set = { deleted_on: at, dump, directory: null }
  const requested = tx.updateTable('repository').set(set).where('id', '=', id)
  await requested.where('deletion_requested_on', 'is not', null).execute()
}

/** Deletes the row with everything that refers to it; does not touch the storage. */
export async function purgeRepositoryRow(tx: Tx, _permit: SystemPermit<'sweep'>, id: RepositoryId): Promise<void> {
  await deleteWebhooksOf(tx, 'repository', id)
  for (const table of isOfRepository) await tx.deleteFrom(table).where('repository_id', '=', id).execute()
  await tx.deleteFrom('repository').where('id', '=', id).execute()
}

const isOfRepository = [
  'repository_access_file',
  'repository_notification',
  'commit_email',
  'repository_reference',
  'repository_commit',
] as const
