import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds, inList } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { Tables } from '../../database/tables/tables.ts'
import { foldText } from '../../kit/text/fold.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { Permit, SystemPermit } from '../../kit/values/permit.ts'
import type { World } from '../../world/model/world.ts'
import type { Project, ProjectAccess, ProjectStatus } from '../model/project.ts'

const columns = [
  'id',
  'short_name',
  'name',
  'description',
  'icon',
  'access',
  'status',
  'is_template',
  'is_synchronized',
  'banner',
  'created_on',
] as const

type Row = Pick<Selectable<Tables['project']>, (typeof columns)[number]>

const toProject = (row: Row): Project => ({
  id: row.id,
  shortName: row.short_name,
  name: row.name,
  description: row.description,
  icon: row.icon,
  // Both columns are written only by this file, from a ProjectAccess and a ProjectStatus.
  access: row.access as ProjectAccess,
  status: row.status as ProjectStatus,
  isTemplate: row.is_template === 1,
  isSynchronized: row.is_synchronized === 1,
  banner: row.banner,
  createdOn: row.created_on,
})

/** Text in which a search looks. */
const searchText = ({ name, shortName }: Pick<Project, 'name' | 'shortName'>): string =>
  foldText(`${name}\n${shortName}`)

/** Short names are unique regardless of case. */
export const normalizeShortName = (shortName: string): string => shortName.toLowerCase()

const cacheKeyOf = (id: ProjectId): string => `${id}`

/** Returns the project with this id, cached until any project changes. */
export async function getCachedProject(
  world: Pick<World, 'db' | 'cache'>,
  id: ProjectId,
): Promise<Project | undefined> {
  return world.cache.get<Project>('projects', cacheKeyOf(id)) ?? (await loadProjects(world, [id])).get(id)
}

/** Returns several projects, cached likewise. */
export async function loadProjects(
  { db, cache }: Pick<World, 'db' | 'cache'>,
  ids: readonly ProjectId[],
): Promise<Map<ProjectId, Project>> {
  return cache.getOrLoadEach('projects', ids, cacheKeyOf, async (unknown) => {
    const loaded = await loadProjectRows(db.read, unknown)
    return new Map(loaded.map((project) => [project.id, project]))
  })
}

/** Returns projects as this transaction sees them. */
export async function loadProjectRows(db: Reader, ids: readonly ProjectId[]): Promise<Project[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('project').select(columns).where(inList('id', ids)).orderBy('id').execute()
  return rows.map(toProject)
}

export async function findProject(db: Reader, id: ProjectId): Promise<Project | undefined> {
  return (await loadProjectRows(db, [id]))[0]
}

/**
 * Returns and locks a project as this transaction sees it: other changes of its row, and of its members, wait for the
 * end of the transaction; new rows that refer to it do not.
 */
export async function lockProject(tx: Tx, id: ProjectId): Promise<Project | undefined> {
  const query = tx.selectFrom('project').select(columns).where('id', '=', id)
  const row = await lockRows(tx, query, 'change').executeTakeFirst()
  return row && toProject(row)
}

/** Finds a project by its short name in any case. */
export async function findProjectByShortName(db: Reader, shortName: string): Promise<Project | undefined> {
  const query = db.selectFrom('project').select(columns).where('short_name_key', '=', normalizeShortName(shortName))
  const row = await query.executeTakeFirst()
  return row && toProject(row)
}

/** Finds projects by their ids or short names, in any case: `101`, `apollo`. An id has precedence. */
export async function loadProjectsByNames(db: Reader, names: readonly string[]): Promise<Map<string, Project>> {
  if (names.length === 0) return new Map()
  const ids = names.filter((name) => /^\d{1,9}$/.test(name)).map(Number)
  const keys = [...new Set(names.map(normalizeShortName))]
  const query = db.selectFrom('project').select(columns)
  const rows = await query.where(({ or }) => or([inList('id', ids), inList('short_name_key', keys)])).execute()
  const projects = rows.map(toProject)
  const byId = new Map(projects.map((project) => [`${project.id}`, project]))
  const byKey = new Map(projects.map((project) => [normalizeShortName(project.shortName), project]))
  return new Map(
    names.flatMap((name) => {
      const project =
        (/^\d{1,9}$/.test(name) ? byId.get(`${Number(name)}`) : undefined) ?? byKey.get(normalizeShortName(name))
      return project === undefined ? [] : [[name, project] as const]
    }),
  )
}

export interface NewProject extends Omit<Project, 'id' | 'createdOn'> {
  /** Only for built-in projects (ids up to 100); others are numbered. */
  readonly id?: ProjectId
  readonly longDescription: string
  readonly createdFrom: ProjectId | null
}

/** Adds a project whose names were validated; a duplicate name aborts the transaction. */
export async function addProject(
  tx: Tx,
  _permit: Permit<'create', 'project'>,
  added: NewProject,
  at: number,
): Promise<ProjectId> {
  // allocateIds returns as many ids as requested.
  const id = added.id ?? ((await allocateIds(tx, 'project', 1))[0] as ProjectId)
  await tx
    .insertInto('project')
    .values({
      id,
      short_name: added.shortName,
      short_name_key: normalizeShortName(added.shortName),
      name: added.name,
      description: added.description,
      long_description: added.longDescription,
      icon: added.icon,
      access: added.access,
      status: added.status,
      is_template: added.isTemplate ? 1 : 0,
      is_synchronized: added.isSynchronized ? 1 : 0,
      banner: added.banner,
      created_on: at,
      created_from: added.createdFrom,
      search_text: searchText(added),
    })
    .execute()
  return id
}

/** Content that an archive adds to a reserved project. */
export type ReservedContent = Pick<NewProject, 'longDescription' | 'icon' | 'isSynchronized' | 'banner' | 'status'>

/** Completes a reserved project. Returns whether it was still reserved. */
export async function saveReservedContent(
  tx: Tx,
  _permit: Permit<'create', 'project'>,
  id: ProjectId,
  { longDescription, icon, isSynchronized, banner, status }: ReservedContent,
): Promise<boolean> {
  const parts = {
    icon,
    banner,
    status,
    long_description: longDescription,
    is_synchronized: isSynchronized ? 1 : 0,
  } as const
  const query = tx.updateTable('project').set(parts).where('id', '=', id).where('status', '=', 'importing')
  const filled = await query.returning('id').executeTakeFirst()
  return filled !== undefined
}

/** Removes a reserved project, which frees its names. Other projects stay. */
export async function removeReservedProject(
  tx: Tx,
  _permit: SystemPermit<'run archive jobs'>,
  id: ProjectId,
): Promise<void> {
  const reserved = tx.selectFrom('project').select('id').where('id', '=', id).where('status', '=', 'importing')
  await tx.deleteFrom('project_field_value').where('project_id', 'in', reserved).execute()
  await tx.deleteFrom('project_category').where('project_id', 'in', reserved).execute()
  await tx.deleteFrom('project').where('id', '=', id).where('status', '=', 'importing').execute()
}

/** Saves the names, the description and the visibility of a project. */
export async function saveProject(
  tx: Tx,
  { subject }: Permit<'administer', Project>,
  { name, description, access }: Pick<Project, 'name' | 'description' | 'access'>,
): Promise<void> {
  const parts = { name, description, access, search_text: searchText({ ...subject, name }) }
  await tx.updateTable('project').set(parts).where('id', '=', subject.id).execute()
}

/** Saves the status (docs/api/projects.md §6). */
export async function saveStatus(
  tx: Tx,
  { subject }: Permit<'change status', Project>,
  status: ProjectStatus,
): Promise<void> {
  await tx.updateTable('project').set({ status }).where('id', '=', subject.id).execute()
}

/** Saves whether a project is a template. */
export async function saveTemplate(
  tx: Tx,
  { subject }: Permit<'arrange', Project>,
  isTemplate: boolean,
): Promise<void> {
  await tx
    .updateTable('project')
    .set({ is_template: isTemplate ? 1 : 0 })
    .where('id', '=', subject.id)
    .execute()
}

/** Saves the banner; null removes it (docs/api/projects.md §9). */
export async function saveBanner(
  tx: Tx,
  { subject }: Permit<'administer', Project>,
  banner: string | null,
): Promise<void> {
  await tx.updateTable('project').set({ banner }).where('id', '=', subject.id).execute()
}
