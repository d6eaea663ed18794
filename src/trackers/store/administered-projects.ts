import { group } from '../../accounts/model/groups.ts'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'

/** Returns the projects that have a tracker. */
export async function findProjectsWithTrackers(db: Reader): Promise<Set<ProjectId>> {
  const rows = await db.selectFrom('tracker').select('project_id').distinct().where('deleted_on', 'is', null).execute()
  return new Set(rows.map(({ project_id }) => project_id))
}

/**
 * Returns the projects in which a user administers a tracker: through the project, or through a group with the
 * permission.
 */
export async function findProjectsWithTrackersOf(db: Reader, caller: Caller): Promise<Set<ProjectId>> {
  const [administered, granted] = await Promise.all([
    projectsOfAdministrator(db, caller),
    projectsWithGrantedTrackers(db, caller),
  ])
  return new Set([...administered, ...granted])
}

async function projectsOfAdministrator(db: Reader, caller: Caller): Promise<ProjectId[]> {
  if (caller.kind !== 'member' || caller.administratorOf.size === 0) return []
  const query = db.selectFrom('tracker').select('project_id').distinct().where('deleted_on', 'is', null)
  const rows = await query.where(inList('project_id', [...caller.administratorOf])).execute()
  return rows.map(({ project_id }) => project_id)
}

async function projectsWithGrantedTrackers(db: Reader, caller: Caller): Promise<ProjectId[]> {
  const everywhere = groupsEverywhere(caller)
  const rows = await db
    .selectFrom('tracker_permission')
    .innerJoin('tracker', 'tracker.id', 'tracker_permission.tracker_id')
    .select(['tracker.project_id', 'tracker_permission.group_id'])
    .distinct()
    .where('tracker_permission.permission', '=', 'admin')
    .where(inList('tracker_permission.group_id', [...everywhere, group.members]))
    .where('tracker.deleted_on', 'is', null)
    .execute()
  const isMember = (id: ProjectId): boolean => caller.kind === 'member' && caller.memberOf.has(id)
  return rows
    .filter(({ group_id, project_id }) => group_id !== group.members || isMember(project_id))
    .map(({ project_id }) => project_id)
}

/** Groups that mean the same in every project; those of administrators are in `projectsOfAdministrator` already. */
function groupsEverywhere(caller: Caller) {
  if (caller.kind !== 'member') return [group.anonymous]
  const registered = caller.isRestricted ? [] : [group.registered]
  return [group.anonymous, group.authenticated, ...registered, ...caller.groups]
}
