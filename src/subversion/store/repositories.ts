import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../../kit/db/db.ts'
import { touch } from '../../kit/db/revisions.ts'
import { inList, lockRow, takeIds } from '../../kit/db/sql.ts'
import type { Tables } from '../../kit/db/tables.ts'
import type { ProjectId, RepositoryId, UserId } from '../../kit/ids.ts'
import type { Page } from '../../kit/page.ts'
import type { Permit } from '../../kit/permit.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import { deleteWebhooksOf } from '../../notifications/store/webhooks.ts'
import type { Project } from '../../projects/model/project.ts'
import type { CommitRules, DeletedRepository, ImmutableTags, Repository } from '../model/repository.ts'

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))

const toRepository = (row: Selectable<Tables['repository']>): Repository => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  folder: row.folder,
  createdOn: row.created_on,
  createdBy: row.created_by,
  commitRules: {
    isReferenceMandatory: row.is_reference_mandatory === 1,
    isMessageChangeAllowed: row.is_message_change_allowed === 1,
  },
  immutableTags: { paths: linesOf(row.immutable_paths), whitelist: linesOf(row.immutable_whitelist) },
  hasDefaultPermissions: row.has_default_permissions === 1,
  accessFileVersion: row.access_file_version,
  accessFileProblem: row.access_file_problem,
  subjectHeader: row.subject_header,
  deletionAskedOn: row.deletion_asked_on,
  deletionAskedBy: row.deletion_asked_by,
  deletedOn: row.deleted_on,
  dump: row.dump,
})

/** Also one that is deleted. */
export async function lookForRepository(db: Reader, id: RepositoryId): Promise<Repository | undefined> {
  const row = await db.selectFrom('repository').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toRepository(row)
}

/** Those that are there. */
export async function loadRepositories(db: Reader, ids: readonly RepositoryId[]): Promise<Repository[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('repository').selectAll().where(inList('id', ids)).execute()
  return rows.map(toRepository)
}

/** The same for who is about to change it: others wait. */
export async function lockRepository(tx: Tx, id: RepositoryId): Promise<Repository | undefined> {
  const row = await lockRow(tx.selectFrom('repository').selectAll().where('id', '=', id)).executeTakeFirst()
  return row && toRepository(row)
}

/** By the folder that the storage keeps it in: how hooks name it. */
export async function repositoryIn(db: Reader, folder: string): Promise<Repository | undefined> {
  const row = await db.selectFrom('repository').selectAll().where('folder', '=', folder).executeTakeFirst()
  return row && toRepository(row)
}

/** By its name, exactly as it is written; one that is deleted is not found. */
export async function repositoryNamed(db: Reader, projectId: ProjectId, name: string): Promise<Repository | undefined> {
  const query = db.selectFrom('repository').selectAll().where('project_id', '=', projectId)
  const row = await query.where('name_key', '=', keyOf(name)).where('deleted_on', 'is', null).executeTakeFirst()
  return row?.name === name ? toRepository(row) : undefined
}

/** docs/api/subversion.md §1.4: taken by one that is deleted as well, until it is purged. */
export async function isNameTaken(db: Reader, projectId: ProjectId, name: string): Promise<boolean> {
  const query = db.selectFrom('repository').select('id').where('project_id', '=', projectId)
  return (await query.where('name_key', '=', keyOf(name)).executeTakeFirst()) !== undefined
}

const keyOf = (name: string): string => name.toLowerCase()

/** Those of a project, by name; deleted ones are not among them. */
export async function pageOfRepositories(
  db: Reader,
  { subject: project }: Permit<'see', Project>,
  { name, limit, offset }: Page & { readonly name: string | undefined },
): Promise<{ readonly repositories: Repository[]; readonly size: number }> {
  const own = db.selectFrom('repository').where('project_id', '=', project.id).where('deleted_on', 'is', null)
  const asked = name === undefined ? own : own.where('name_key', '=', keyOf(name)).where('name', '=', name)
  const { size } = await asked.select((e) => e.fn.countAll<number>().as('size')).executeTakeFirstOrThrow()
  const rows = await asked.selectAll().orderBy('name_key').limit(limit).offset(offset).execute()
  return { repositories: rows.map(toRepository), size: Number(size) }
}

/** All that are served, of some projects or of every one. */
export async function livingRepositories(db: Reader, projects?: readonly ProjectId[]): Promise<Repository[]> {
  const all = db.selectFrom('repository').selectAll().where('deleted_on', 'is', null)
  const query = projects === undefined ? all : all.where(inList('project_id', projects))
  return (await query.orderBy('id').execute()).map(toRepository)
}

/** Those deleted before a moment, and not restored. */
export async function deletedRepositories(db: Reader, before: EpochSeconds): Promise<Repository[]> {
  const query = db.selectFrom('repository').selectAll().where('deleted_on', '<', before)
  return (await query.orderBy('id').execute()).map(toRepository)
}

/** Those of a project that a dump is left of, the last one first. */
export async function pageOfDeletedRepositories(
  db: Reader,
  { subject: project }: Permit<'list deleted repositories', Project>,
  { limit, offset }: Page,
): Promise<{ readonly repositories: DeletedRepository[]; readonly size: number }> {
  const own = db.selectFrom('repository').where('project_id', '=', project.id)
  const deleted = own.where('deleted_on', 'is not', null).where('dump', 'is not', null)
  const { size } = await deleted.select((e) => e.fn.countAll<number>().as('size')).executeTakeFirstOrThrow()
  const query = deleted.select(['id', 'name', 'deleted_on as deletedOn']).$narrowType<{ deletedOn: EpochSeconds }>()
  const ordered = query.orderBy('deleted_on', 'desc').orderBy('id', 'desc')
  return { repositories: await ordered.limit(limit).offset(offset).execute(), size: Number(size) }
}

/** Whether a repository is kept as this dump. */
export async function isDumpNeeded(db: Reader, dump: string): Promise<boolean> {
  const query = db.selectFrom('repository').select('id').where('dump', '=', dump)
  return (await query.executeTakeFirst()) !== undefined
}

export interface NewRepository {
  readonly name: string
  readonly folder: string
  readonly createdOn: EpochSeconds
  readonly createdBy: UserId | null
  readonly commitRules: CommitRules
  readonly immutableTags: ImmutableTags
  readonly hasDefaultPermissions: boolean
}

/** Fails (`isUniqueViolation`) when the name is taken. */
export async function addRepository(
  tx: Tx,
  { subject: project }: Permit<'administrate repositories', Project>,
  wanted: NewRepository,
): Promise<Repository> {
  const [id] = (await takeIds(tx, 'repository', 1)) as [RepositoryId]
  const row = {
    id,
    project_id: project.id,
    name: wanted.name,
    name_key: keyOf(wanted.name),
    folder: wanted.folder,
    created_on: wanted.createdOn,
    created_by: wanted.createdBy,
    ...rulesRow(wanted.commitRules),
    ...tagsRow(wanted.immutableTags),
    has_default_permissions: wanted.hasDefaultPermissions ? 1 : 0,
    access_file_version: 0,
    access_file_problem: null,
    subject_header: '',
    deletion_asked_on: null,
    deletion_asked_by: null,
    deleted_on: null,
    dump: null,
  } satisfies Insertable<Tables['repository']>
  return toRepository(await tx.insertInto('repository').values(row).returningAll().executeTakeFirstOrThrow())
}

const rulesRow = (rules: CommitRules) =>
  ({
    is_reference_mandatory: rules.isReferenceMandatory ? 1 : 0,
    is_message_change_allowed: rules.isMessageChangeAllowed ? 1 : 0,
  }) as const

const tagsRow = (tags: ImmutableTags) => ({
  immutable_paths: tags.paths.join('\n'),
  immutable_whitelist: tags.whitelist.join('\n'),
})

/** What of a repository changes; what is undefined stays. */
export interface RepositoryChange {
  readonly commitRules?: CommitRules
  readonly immutableTags?: ImmutableTags
  readonly hasDefaultPermissions?: boolean
  readonly accessFileVersion?: number
  readonly accessFileProblem?: string | null
  readonly subjectHeader?: string
  readonly folder?: string | null
  readonly dump?: string | null
  readonly deletionAskedOn?: EpochSeconds | null
  readonly deletionAskedBy?: UserId | null
  readonly deletedOn?: EpochSeconds | null
}

export async function saveRepository(tx: Tx, id: RepositoryId, change: RepositoryChange): Promise<void> {
  const { commitRules, immutableTags, hasDefaultPermissions } = change
  const columns = {
    ...(commitRules && rulesRow(commitRules)),
    ...(immutableTags && tagsRow(immutableTags)),
    has_default_permissions: hasDefaultPermissions === undefined ? undefined : flag(hasDefaultPermissions),
    access_file_version: change.accessFileVersion,
    access_file_problem: change.accessFileProblem,
    subject_header: change.subjectHeader,
    folder: change.folder,
    dump: change.dump,
    deletion_asked_on: change.deletionAskedOn,
    deletion_asked_by: change.deletionAskedBy,
    deleted_on: change.deletedOn,
  }
  const said = Object.entries(columns).filter(([, value]) => value !== undefined)
  if (said.length === 0) return
  await tx.updateTable('repository').set(Object.fromEntries(said)).where('id', '=', id).execute()
  // Which commits artifacts show goes by it.
  if (said.some(([column]) => decidesOnRights.has(column))) await touch(tx, 'projects')
}

const decidesOnRights: ReadonlySet<string> = new Set([
  'has_default_permissions',
  'access_file_version',
  'access_file_problem',
])

const flag = (is: boolean): 0 | 1 => (is ? 1 : 0)

/** With all that was said of it; the storage is not asked. */
export async function eraseRepository(tx: Tx, id: RepositoryId): Promise<void> {
  await deleteWebhooksOf(tx, 'repository', id)
  for (const table of ofRepository) await tx.deleteFrom(table).where('repository_id', '=', id).execute()
  await tx.deleteFrom('repository').where('id', '=', id).execute()
}

const ofRepository = [
  'repository_access_file',
  'repository_notification',
  'repository_mail',
  'repository_reference',
  'repository_commit',
] as const
