import { loadUserPage } from '../../accounts/store/user-pages.ts'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ProjectId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'

/** Returns one page of the members of a project that match a part of login, real name or email address. */
export const loadProjectMemberPage = (
  db: Reader,
  { project, text }: { readonly project: ProjectId; readonly text?: string | undefined },
  page: Page,
) => {
  const members = db.selectFrom('project_member').select('user_id').where('project_id', '=', project)
  return loadUserPage(db, { text, among: (users) => users.where('id', 'in', members) }, page)
}

/** Returns which of the users administer the project, and the static groups of each. */
export async function loadRoles(
  db: Reader,
  project: ProjectId,
  users: readonly UserId[],
): Promise<{
  readonly administrators: ReadonlySet<UserId>
  readonly groups: ReadonlyMap<UserId, readonly { readonly id: UserGroupId; readonly name: string }[]>
}> {
  const [administrators, groups] = await Promise.all([
    db
      .selectFrom('project_member')
      .select('user_id')
      .where('project_id', '=', project)
      .where('is_administrator', '=', 1)
      .where(inList('user_id', users))
      .execute(),
    db
      .selectFrom('user_group_member')
      .innerJoin('user_group', 'user_group.id', 'user_group_member.group_id')
      .where('project_id', '=', project)
      .where(inList('user_id', users))
      .select(['user_id', 'user_group.id', 'name'])
      .orderBy('user_group.id')
      .execute(),
  ])
  return {
    administrators: new Set(administrators.map(({ user_id }) => user_id)),
    groups: Map.groupBy(groups, ({ user_id }) => user_id),
  }
}
