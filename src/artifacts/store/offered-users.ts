import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ProjectId, TrackerId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import { type Involvement, isInvolved } from '../../trackers/store/involved-users.ts'

/** Returns the users who submitted, or have ever changed, an artifact of a tracker, with index lookups for each. */
export async function filterInvolvedUsers(
  db: Reader,
  trackerId: TrackerId,
  involvement: Involvement,
  users: readonly UserId[],
): Promise<Set<UserId>> {
  if (users.length === 0) return new Set()
  const query = db.selectFrom('user').select('id').where(inList('id', users))
  const rows = await query.where(isInvolved(involvement, trackerId)).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the users who are members of a project, and whether they administer it. */
export async function filterProjectMembers(
  db: Reader,
  projectId: ProjectId,
  users: readonly UserId[],
): Promise<Map<UserId, boolean>> {
  if (users.length === 0) return new Map()
  const query = db.selectFrom('project_member').select(['user_id', 'is_administrator'])
  const rows = await query.where('project_id', '=', projectId).where(inList('user_id', users)).execute()
  return new Map(rows.map((row) => [row.user_id, row.is_administrator === 1]))
}

/** Loads which users belong to which static groups. */
export async function filterGroupMembers(
  db: Reader,
  groups: readonly UserGroupId[],
  users: readonly UserId[],
): Promise<{ isIn(user: UserId, group: UserGroupId): boolean }> {
  if (users.length === 0 || groups.length === 0) return { isIn: () => false }
  const query = db.selectFrom('user_group_member').selectAll().where(inList('group_id', groups))
  const rows = await query.where(inList('user_id', users)).execute()
  const pairs = new Set(rows.map((row) => `${row.group_id} ${row.user_id}`))
  return { isIn: (user, group) => pairs.has(`${group} ${user}`) }
}
