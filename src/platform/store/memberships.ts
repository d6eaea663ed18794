import type { Reader } from '../../kit/db/db.ts'
import { inList } from '../../kit/db/sql.ts'
import type { UserId } from '../../kit/ids.ts'
import type { Membership } from '../model/membership.ts'

/** What each user belongs to in active projects, by id of the project or group. */
export async function membershipsOf(db: Reader, ids: readonly UserId[]): Promise<Map<UserId, Membership>> {
  if (ids.length === 0) return new Map()
  const [projects, groups] = await Promise.all([projectsOf(db, ids), staticGroupsOf(db, ids)])
  return new Map(
    ids.map((id) => [
      id,
      {
        projects: projects
          .filter((row) => row.user_id === id)
          .map((row) => ({ id: row.id, shortName: row.short_name, isAdministrator: row.is_administrator === 1 })),
        groups: groups.filter((row) => row.user_id === id).map((row) => ({ id: row.id, project: row.project_id })),
      },
    ]),
  )
}

function projectsOf(db: Reader, ids: readonly UserId[]) {
  return db
    .selectFrom('project_member')
    .innerJoin('project', 'project.id', 'project_member.project_id')
    .select(['user_id', 'is_administrator', 'project.id', 'short_name'])
    .where(inList('user_id', ids))
    .where('project.status', '=', 'active')
    .orderBy('project.id')
    .execute()
}

function staticGroupsOf(db: Reader, ids: readonly UserId[]) {
  return db
    .selectFrom('user_group_member')
    .innerJoin('user_group', 'user_group.id', 'user_group_member.group_id')
    .innerJoin('project', 'project.id', 'user_group.project_id')
    .select(['user_id', 'user_group.id', 'user_group.project_id'])
    .where(inList('user_id', ids))
    .where('project.status', '=', 'active')
    .orderBy('user_group.id')
    .execute()
}
