import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds, inList } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import { assertSubject } from '../../kit/messages/assert-subject.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ProjectId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import { group, isStaticGroup } from '../model/groups.ts'
import type { ProjectPermit } from '../model/project-permit.ts'

/** A static user group of a project. */
export interface StaticGroup {
  readonly id: UserGroupId
  readonly projectId: ProjectId
  readonly name: string
  readonly description: string
}

const columns = ['id', 'project_id', 'name', 'description'] as const

const toGroup = (row: { id: UserGroupId; project_id: ProjectId; name: string; description: string }): StaticGroup => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  description: row.description,
})

/** Returns the static groups of a project, in the order of their creation. */
export async function loadProjectGroups(db: Reader, projectId: ProjectId): Promise<StaticGroup[]> {
  const query = db.selectFrom('user_group').select(columns).where('project_id', '=', projectId)
  return (await query.orderBy('id').execute()).map(toGroup)
}

export async function loadGroups(db: Reader, ids: readonly UserGroupId[]): Promise<Map<UserGroupId, StaticGroup>> {
  const staticIds = ids.filter(isStaticGroup)
  if (staticIds.length === 0) return new Map()
  const rows = await db.selectFrom('user_group').select(columns).where(inList('id', staticIds)).execute()
  return new Map(rows.map((row) => [row.id, toGroup(row)]))
}

export async function findGroup(db: Reader, id: UserGroupId): Promise<StaticGroup | undefined> {
  return (await loadGroups(db, [id])).get(id)
}

/** Returns and locks a static group; transactions that refer to it, change or delete it wait for the end of this one. */
export async function lockGroup(tx: Tx, id: UserGroupId): Promise<StaticGroup | undefined> {
  if (!isStaticGroup(id)) return undefined
  const query = tx.selectFrom('user_group').select(columns).where('id', '=', id)
  const row = await lockRows(tx, query).executeTakeFirst()
  return row && toGroup(row)
}

/**
 * Keeps groups that this transaction refers to from being deleted before its end. Throws if one was deleted since it was
 * chosen.
 */
export async function keepGroups(tx: Tx, ids: Iterable<UserGroupId>): Promise<void> {
  const staticIds = [...new Set(ids)].filter(isStaticGroup)
  if (staticIds.length === 0) return
  const query = tx.selectFrom('user_group').select('id').where(inList('id', staticIds)).orderBy('id')
  const kept = await lockRows(tx, query, 'keep').execute()
  if (kept.length < staticIds.length) throw new Refusal('invalid', 'A user group was deleted meanwhile: choose again')
}

export async function findGroupByName(
  db: Reader,
  projectId: ProjectId,
  name: string,
): Promise<StaticGroup | undefined> {
  const query = db.selectFrom('user_group').select(columns).where('project_id', '=', projectId)
  const row = await query.where('name_key', '=', name.toLowerCase()).executeTakeFirst()
  return row && toGroup(row)
}

/** Returns the groups of that name in all projects, in the order of their creation. */
export async function loadGroupsByName(db: Reader, name: string): Promise<StaticGroup[]> {
  const query = db.selectFrom('user_group').select(columns).where('name_key', '=', name.toLowerCase())
  return (await query.orderBy('id').execute()).map(toGroup)
}

/**
 * Returns the members of groups of a project, by id: dynamic 3 and 4, and static ones; other dynamic groups are empty.
 */
export async function loadGroupMembers(
  db: Reader,
  of: { readonly project: ProjectId; readonly groups: readonly UserGroupId[] },
): Promise<Map<UserGroupId, UserId[]>> {
  const members = new Map<UserGroupId, UserId[]>(of.groups.map((each) => [each, []]))
  const [project, rows] = await Promise.all([projectMembers(db, of), staticMembers(db, of.groups)])
  for (const { user_id, is_administrator } of project) {
    members.get(group.members)?.push(user_id)
    if (is_administrator === 1) members.get(group.administrators)?.push(user_id)
  }
  for (const { group_id, user_id } of rows) members.get(group_id)?.push(user_id)
  return members
}

async function projectMembers(
  db: Reader,
  of: { readonly project: ProjectId; readonly groups: readonly UserGroupId[] },
) {
  if (!of.groups.includes(group.members) && !of.groups.includes(group.administrators)) return []
  const query = db.selectFrom('project_member').select(['user_id', 'is_administrator'])
  return query.where('project_id', '=', of.project).orderBy('user_id').execute()
}

async function staticMembers(db: Reader, groups: readonly UserGroupId[]) {
  const staticIds = groups.filter(isStaticGroup)
  if (staticIds.length === 0) return []
  const query = db.selectFrom('user_group_member').select(['group_id', 'user_id']).where(inList('group_id', staticIds))
  return query.orderBy('user_id').execute()
}

export interface NewGroup {
  readonly projectId: ProjectId
  readonly name: string
  readonly description: string
}

/** Adds empty groups, numbered in the given order; a duplicate name in a project aborts the transaction. */
export async function addGroups(tx: Tx, permit: ProjectPermit, groups: readonly NewGroup[]): Promise<StaticGroup[]> {
  if (groups.length === 0) return []
  for (const { projectId } of groups) assertSubject(permit, projectId)
  const ids = await allocateIds(tx, 'user_group', groups.length)
  const added = groups.map((each, index) => ({ ...each, id: ids[index] as UserGroupId }))
  const rows = added.map((each) => ({
    id: each.id,
    project_id: each.projectId,
    name: each.name,
    name_key: each.name.toLowerCase(),
    description: each.description,
  }))
  await tx.insertInto('user_group').values(rows).execute()
  return added
}

/** Saves the name and description of a group; a duplicate name in the project aborts the transaction. */
export async function saveGroup(
  tx: Tx,
  { subject: project }: ProjectPermit,
  { id, name, description }: Pick<StaticGroup, 'id' | 'name' | 'description'>,
): Promise<void> {
  const set = { name, name_key: name.toLowerCase(), description }
  await tx.updateTable('user_group').set(set).where('id', '=', id).where('project_id', '=', project.id).execute()
}

/** Removes a group with its members; it must not have permissions any more (store/group-uses.ts). */
export async function removeGroup(
  tx: Tx,
  permit: ProjectPermit,
  { id, projectId }: Pick<StaticGroup, 'id' | 'projectId'>,
): Promise<void> {
  assertSubject(permit, projectId)
  await tx.deleteFrom('user_group_member').where('group_id', '=', id).execute()
  await tx.deleteFrom('user_group').where('id', '=', id).execute()
}
