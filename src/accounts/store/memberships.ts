import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { Settings } from '../../site/model/settings.ts'
import type { Membership } from '../model/membership.ts'
import type { User } from '../model/user.ts'

/**
 * Returns the memberships of a user in active projects, ordered by id of the project or group (docs/api/users.md §5).
 */
export async function loadMembership(
  db: Reader,
  user: Pick<User, 'id' | 'status'>,
  settings: Pick<Settings, 'access_mode'>,
): Promise<Membership> {
  const [projects, groups] = await Promise.all([projectsOf(db, user), staticGroupsOf(db, user, settings)])
  return {
    projects: projects.map((row) => ({
      id: row.id,
      shortName: row.short_name,
      isAdministrator: row.is_administrator === 1,
    })),
    groups: groups.map((row) => ({ id: row.id, project: row.project_id })),
  }
}

function projectsOf(db: Reader, { id, status }: Pick<User, 'id' | 'status'>) {
  const rows = db
    .selectFrom('project_member')
    .innerJoin('project', 'project.id', 'project_member.project_id')
    .select(['is_administrator', 'project.id', 'short_name'])
    .where('user_id', '=', id)
    .where('project.status', '=', 'active')
    .orderBy('project.id')
  return (status === 'R' ? rows.where('access', '<>', 'private-wo-restr') : rows).execute()
}

/** Only the groups of projects that the user is a member of, or may enter without being one. */
function staticGroupsOf(
  db: Reader,
  { id, status }: Pick<User, 'id' | 'status'>,
  settings: Pick<Settings, 'access_mode'>,
) {
  const open = settings.access_mode === 'restricted' && status === 'R' ? ['unrestricted'] : ['public', 'unrestricted']
  return db
    .selectFrom('user_group_member')
    .innerJoin('user_group', 'user_group.id', 'user_group_member.group_id')
    .innerJoin('project', 'project.id', 'user_group.project_id')
    .leftJoin('project_member', (join) =>
      join
        .onRef('project_member.project_id', '=', 'project.id')
        .onRef('project_member.user_id', '=', 'user_group_member.user_id'),
    )
    .select(['user_group.id', 'user_group.project_id'])
    .where('user_group_member.user_id', '=', id)
    .where('project.status', '=', 'active')
    .where((where) => where.or([where('project_member.user_id', 'is not', null), inList('project.access', open)]))
    .orderBy('user_group.id')
    .execute()
}
