import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import { assertSubject } from '../../kit/messages/assert-subject.ts'
import type { ProjectId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import { group, isStaticGroup } from '../model/groups.ts'
import type { ProjectPermit } from '../model/project-permit.ts'

/** A group whose members are listed: dynamic 3 or 4 of a project, or a static one. */
export interface MemberListScope {
  readonly project: ProjectId
  readonly group: UserGroupId
}

/**
 * Returns one page of members by login, with the total (docs/api/user-groups.md §4: static A and R, dynamic also
 * suspended).
 */
export async function loadMemberPage(
  db: Reader,
  listed: MemberListScope,
  page: Page,
  only?: UserId,
): Promise<{ ids: UserId[]; size: number }> {
  const states = isStaticGroup(listed.group) ? ['A', 'R'] : ['A', 'R', 'S']
  let members = db.selectFrom('user').where('status', 'in', states).where('id', 'in', idsIn(db, listed))
  if (only !== undefined) members = members.where('id', '=', only)
  const size = await members.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await members.select('id').orderBy('login_key').limit(page.limit).offset(page.offset).execute()
  return { ids: rows.map((row) => row.id), size: Number(size.n) }
}

function idsIn(db: Reader, listed: MemberListScope) {
  if (isStaticGroup(listed.group)) {
    return db.selectFrom('user_group_member').select('user_id').where('group_id', '=', listed.group)
  }
  const members = db.selectFrom('project_member').select('user_id').where('project_id', '=', listed.project)
  return listed.group === group.administrators ? members.where('is_administrator', '=', 1) : members
}

/** A static group of a project. */
export interface GroupOfProject {
  readonly id: UserGroupId
  readonly projectId: ProjectId
}

/** Replaces the members of a static group. */
export async function replaceGroupMembers(
  tx: Tx,
  permit: ProjectPermit,
  group: GroupOfProject,
  users: readonly UserId[],
): Promise<void> {
  assertSubject(permit, group.projectId)
  await tx.deleteFrom('user_group_member').where('group_id', '=', group.id).execute()
  await addGroupMembers(
    tx,
    permit,
    users.map((userId) => ({ group, userId })),
  )
}

/** Adds members to a static group; existing ones stay. */
export async function addGroupMembers(
  tx: Tx,
  permit: ProjectPermit,
  members: readonly { readonly group: GroupOfProject; readonly userId: UserId }[],
): Promise<void> {
  for (const { group } of members) assertSubject(permit, group.projectId)
  const rows = members.map(({ group, userId }) => ({ group_id: group.id, user_id: userId }))
  for (const batch of splitIntoBatches(rows, 1000)) {
    const insert = tx.insertInto('user_group_member').values(batch)
    await insert.onConflict((conflict) => conflict.doNothing()).execute()
  }
}

/** Adds members to a project; existing ones keep their role. */
export async function addProjectMembers(tx: Tx, permit: ProjectPermit, users: readonly UserId[]): Promise<void> {
  if (users.length === 0) return
  const rows = users.map((userId) => ({ project_id: permit.subject.id, user_id: userId, is_administrator: 0 as const }))
  await tx
    .insertInto('project_member')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface RemovedMembers {
  /** How many of the users were members. */
  readonly members: number
  /** Memberships of groups, which users outside of the project can have, too. */
  readonly groupMemberships: number
}

/** Removes members from a project and its groups. */
export async function removeProjectMembers(
  tx: Tx,
  permit: ProjectPermit,
  users: readonly UserId[],
): Promise<RemovedMembers> {
  if (users.length === 0) return { members: 0, groupMemberships: 0 }
  const project = permit.subject.id
  const groups = tx.selectFrom('user_group').select('id').where('project_id', '=', project)
  const ofGroups = tx.deleteFrom('user_group_member').where('group_id', 'in', groups).where(inList('user_id', users))
  const groupMemberships = Number((await ofGroups.executeTakeFirst()).numDeletedRows)
  const members = tx.deleteFrom('project_member').where('project_id', '=', project).where(inList('user_id', users))
  const { numDeletedRows } = await members.executeTakeFirst()
  return { members: Number(numDeletedRows), groupMemberships }
}

/** Replaces the administrators of a project; new ones become members. */
export async function replaceAdministrators(tx: Tx, permit: ProjectPermit, users: readonly UserId[]): Promise<void> {
  await addProjectMembers(tx, permit, users)
  const rows = tx.updateTable('project_member').where('project_id', '=', permit.subject.id)
  await rows.set({ is_administrator: 0 }).execute()
  await rows.set({ is_administrator: 1 }).where(inList('user_id', users)).execute()
}

/** Revokes the administrator role; the user stays a member. */
export async function removeAdministrator(tx: Tx, permit: ProjectPermit, userId: UserId): Promise<void> {
  const { id } = permit.subject
  const rows = tx.updateTable('project_member').where('project_id', '=', id).where('user_id', '=', userId)
  await rows.set({ is_administrator: 0 }).execute()
}

export async function removeGroupMember(
  tx: Tx,
  permit: ProjectPermit,
  group: GroupOfProject,
  userId: UserId,
): Promise<void> {
  assertSubject(permit, group.projectId)
  const rows = tx.deleteFrom('user_group_member').where('group_id', '=', group.id)
  await rows.where('user_id', '=', userId).execute()
}

/** Adds an administrator, who becomes a member as well. */
export async function addAdministrator(
  tx: Tx,
  permit: ProjectPermit | SystemPermit<'set up'>,
  project: ProjectId,
  userId: UserId,
): Promise<void> {
  assertSubject(permit, project)
  const insert = tx.insertInto('project_member').values({ project_id: project, user_id: userId, is_administrator: 1 })
  const conflict = insert.onConflict((each) =>
    each.columns(['project_id', 'user_id']).doUpdateSet({ is_administrator: 1 }),
  )
  await conflict.execute()
}
