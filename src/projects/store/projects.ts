import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../kit/db/db.ts'
import { bumpRevision } from '../../kit/db/revisions.ts'
import { allocateIds, inList } from '../../kit/db/sql.ts'
import type { Tables } from '../../kit/db/tables.ts'
import { fold } from '../../kit/fold.ts'
import type { ProjectId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import type { World } from '../../kit/world.ts'
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
  // Both are written by this file alone, from a ProjectAccess and a ProjectStatus.
  access: row.access as ProjectAccess,
  status: row.status as ProjectStatus,
  isTemplate: row.is_template === 1,
  isSynchronized: row.is_synchronized === 1,
  banner: row.banner,
  createdOn: row.created_on,
})

/** What a search looks into. */
const searchText = ({ name, shortName }: Pick<Project, 'name' | 'shortName'>): string => fold(`${name}\n${shortName}`)

/** Two short names that differ by case alone are one. */
export const shortNameKey = (shortName: string): string => shortName.toLowerCase()

const cacheKeyOf = (id: ProjectId): string => `${id}`

/** The project with this id, remembered until a project changes. */
export async function getCachedProject(
  world: Pick<World, 'db' | 'cache'>,
  id: ProjectId,
): Promise<Project | undefined> {
  return world.cache.get<Project>('projects', cacheKeyOf(id)) ?? (await loadProjects(world, [id])).get(id)
}

/** Several at once, remembered likewise. */
export async function loadProjects(
  { db, cache }: Pick<World, 'db' | 'cache'>,
  ids: readonly ProjectId[],
): Promise<Map<ProjectId, Project>> {
  return cache.getOrLoadEach('projects', ids, cacheKeyOf, async (unknown) => {
    const loaded = await loadProjectRows(db.read, unknown)
    return new Map(loaded.map((project) => [project.id, project]))
  })
}

/** As they are in this very transaction. */
export async function loadProjectRows(db: Reader, ids: readonly ProjectId[]): Promise<Project[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('project').select(columns).where(inList('id', ids)).orderBy('id').execute()
  return rows.map(toProject)
}

export async function findProject(db: Reader, id: ProjectId): Promise<Project | undefined> {
  return (await loadProjectRows(db, [id]))[0]
}

/** Whatever the case the short name is written in. */
export async function findProjectByShortName(db: Reader, shortName: string): Promise<Project | undefined> {
  const query = db.selectFrom('project').select(columns).where('short_name_key', '=', shortNameKey(shortName))
  const row = await query.executeTakeFirst()
  return row && toProject(row)
}

export interface NewProject extends Omit<Project, 'id' | 'createdOn'> {
  /** Only for what the product brings along (ids up to 100); others are numbered. */
  readonly id?: ProjectId
  readonly longDescription: string
  readonly createdFrom: ProjectId | null
}

/** Adds a project. Its names were checked; one that is taken breaks the transaction. */
export async function addProject(
  tx: Tx,
  _permit: Permit<'create', 'project'>,
  added: NewProject,
  at: number,
): Promise<ProjectId> {
  // allocateIds gives as many ids as it was asked for.
  const id = added.id ?? ((await allocateIds(tx, 'project', 1))[0] as ProjectId)
  await tx
    .insertInto('project')
    .values({
      id,
      short_name: added.shortName,
      short_name_key: shortNameKey(added.shortName),
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
      found_text: searchText(added),
    })
    .execute()
  await bumpRevision(tx, 'projects')
  return id
}

/** What an archive brings to a project that was reserved for it. */
export type ReservedContent = Pick<NewProject, 'longDescription' | 'icon' | 'isSynchronized' | 'banner' | 'status'>

/** A reserved project becomes one; whether it was still reserved. */
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
  await bumpRevision(tx, 'projects')
  return filled !== undefined
}

/** Nothing comes to a reserved project: its names are free again. Others stay. */
export async function removeReservedProject(tx: Tx, id: ProjectId): Promise<void> {
  const reserved = tx.selectFrom('project').select('id').where('id', '=', id).where('status', '=', 'importing')
  await tx.deleteFrom('project_field_value').where('project_id', 'in', reserved).execute()
  await tx.deleteFrom('project_category').where('project_id', 'in', reserved).execute()
  await tx.deleteFrom('project').where('id', '=', id).where('status', '=', 'importing').execute()
  await bumpRevision(tx, 'projects')
}

/** Its names, what is said of it and who sees it. */
export async function saveProject(
  tx: Tx,
  { subject }: Permit<'administrate', Project>,
  { name, description, access }: Pick<Project, 'name' | 'description' | 'access'>,
): Promise<void> {
  const parts = { name, description, access, found_text: searchText({ ...subject, name }) }
  await tx.updateTable('project').set(parts).where('id', '=', subject.id).execute()
  await bumpRevision(tx, 'projects')
}

/** docs/api/projects.md §6. */
export async function saveStatus(
  tx: Tx,
  { subject }: Permit<'change status', Project>,
  status: ProjectStatus,
): Promise<void> {
  await tx.updateTable('project').set({ status }).where('id', '=', subject.id).execute()
  await bumpRevision(tx, 'projects')
}

/** Whether projects may be made from this one. */
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
  await bumpRevision(tx, 'projects')
}

/** null takes the banner away (docs/api/projects.md §9). */
export async function saveBanner(
  tx: Tx,
  { subject }: Permit<'administrate', Project>,
  banner: string | null,
): Promise<void> {
  await tx.updateTable('project').set({ banner }).where('id', '=', subject.id).execute()
  await bumpRevision(tx, 'projects')
}
