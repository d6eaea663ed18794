import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../kit/caller.ts'
import type { Reader } from '../../kit/db/db.ts'
import { inList } from '../../kit/db/sql.ts'
import type { ProjectId, TrackerId } from '../../kit/ids.ts'
import type { Page } from '../../kit/page.ts'
import { groupsOf } from '../../platform/model/groups.ts'
import { visibilityPermissions } from '../model/definition.ts'

/** Which trackers of one project a list is about. */
export interface TrackerFilter {
  readonly caller: Caller
  readonly projectId: ProjectId
  /** Whether the caller administers the project, and thereby all of its trackers. */
  readonly isAdministrator: boolean
  /** Only trackers the caller administers. */
  readonly onlyAdministered: boolean
}

/** One page of trackers of a project by name, with the true total (docs/api/trackers.md §2). */
export async function pageOfTrackers(
  db: Reader,
  filter: TrackerFilter,
  page: Page,
): Promise<{ readonly ids: TrackerId[]; readonly size: number }> {
  const found = db.selectFrom('tracker').where('project_id', '=', filter.projectId).where(visibleTrackers(filter))
  const [total, rows] = await Promise.all([
    found.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    found.select('id').orderBy('name_key').orderBy('id').limit(page.limit).offset(page.offset).execute(),
  ])
  return { ids: rows.map(({ id }) => id), size: total.n }
}

/**
 * The rows of `tracker`, in a project that lets the caller in, that the policy shows; a test holds the two together.
 */
function visibleTrackers({ caller, projectId, isAdministrator, onlyAdministered }: TrackerFilter): RawBuilder<boolean> {
  const isNotDeleted = sql<boolean>`tracker.deleted_on is null`
  if (isAdministrator) return isNotDeleted
  const permissions = onlyAdministered ? ['admin'] : visibilityPermissions
  const held = sql<boolean>`exists (
    select 1 from tracker_permission
    where tracker_permission.tracker_id = tracker.id
      and ${inList('tracker_permission.permission', permissions)}
      and ${inList('tracker_permission.group_id', [...groupsOf(caller, projectId)])}
  )`
  return sql<boolean>`(${isNotDeleted} and ${held})`
}
