import { sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import type { ProjectId, UserGroupId } from '../../kit/values/ids.ts'

/** Returns where a static group has permissions or is used, as texts for the user who wants to delete it. */
export async function findGroupUses(
  db: Reader,
  of: { readonly group: UserGroupId; readonly project: ProjectId },
): Promise<readonly Message[]> {
  const { group } = of
  const uses = await db
    .selectNoFrom((where) => [
      where
        .exists(where.selectFrom('tracker_permission').select('group_id').where('group_id', '=', group))
        .as('tracker'),
      where.exists(where.selectFrom('field_permission').select('group_id').where('group_id', '=', group)).as('field'),
      where
        .exists(where.selectFrom('transition_group').select('group_id').where('group_id', '=', group))
        .as('workflow'),
      where.exists(where.selectFrom('bind_value').select('group_id').where('group_id', '=', group)).as('list'),
      where
        .exists(where.selectFrom('repository_administrator').select('group_id').where('group_id', '=', group))
        .as('repositories'),
      where.exists(where.selectFrom('site_permission').select('group_id').where('group_id', '=', group)).as('site'),
    ])
    .executeTakeFirstOrThrow()
  const [isSource, isRight] = await Promise.all([isSourceOfUserList(db, of), isInArtifactPermissions(db, group)])
  return [
    ...(uses.tracker ? [message`permissions of trackers`] : []),
    ...(uses.field ? [message`permissions of fields`] : []),
    ...(uses.workflow ? [message`transitions of a workflow`] : []),
    ...(uses.list ? [message`values of a list`] : []),
    ...(isSource ? [message`lists of users`] : []),
    ...(isRight ? [message`permissions of artifacts`] : []),
    ...(uses.repositories ? [message`administration of repositories`] : []),
    ...(uses.site ? [message`permissions over the site`] : []),
  ]
}

/** The sources of lists of users are stored as JSON, in which a group is listed by its id. */
async function isSourceOfUserList(
  db: Reader,
  { group, project }: { readonly group: UserGroupId; readonly project: ProjectId },
): Promise<boolean> {
  const rows = await db
    .selectFrom('field')
    .innerJoin('tracker', 'tracker.id', 'field.tracker_id')
    .where('tracker.project_id', '=', project)
    .where('bind_type', '=', 'users')
    .select('bind')
    .execute()
  const number = new RegExp(`\\b${group}\\b`)
  return rows.some(({ bind }) => number.test(bind))
}

/** A set of groups that no artifact has any more does not count as a use. */
async function isInArtifactPermissions(db: Reader, group: UserGroupId): Promise<boolean> {
  const sets = db.selectFrom('permission_set_group').select('set_id').where('group_id', '=', group)
  const query = db.selectFrom('artifact').select(sql`1`.as('one')).where('permission_set_id', 'in', sets)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}
