import { type RawBuilder, sql } from 'kysely'
import { listGroups } from '../../accounts/model/groups.ts'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId, TrackerId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import { visibilityPermissions } from '../model/definition.ts'
import { placeOfTracker } from './tracker-places.ts'

/** Filter for the trackers of one project. */
export interface TrackerFilter {
  readonly caller: Caller
  readonly projectId: ProjectId
  /** Whether the caller administers all trackers of the project. */
  readonly isAdministrator: boolean
  /** Only trackers that the caller administers. */
  readonly onlyAdministered: boolean
  /** As administrators of the project arranged them, instead of by name. */
  readonly isArranged?: boolean
}

/** Returns one page of trackers of a project by name or as arranged, with the exact total (docs/api/trackers.md §2). */
export async function loadTrackerPage(
  db: Reader,
  filter: TrackerFilter,
  page: Page,
): Promise<{ readonly ids: TrackerId[]; readonly size: number }> {
  const matching = db.selectFrom('tracker').where('project_id', '=', filter.projectId).where(visibleTrackers(filter))
  const ids = matching.select('id')
  const ordered = filter.isArranged === true ? ids.orderBy(placeOfTracker()) : ids
  const [total, rows] = await Promise.all([
    matching.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    ordered.orderBy('name_key').orderBy('id').limit(page.limit).offset(page.offset).execute(),
  ])
  return { ids: rows.map(({ id }) => id), size: total.n }
}

/**
 * Selects the rows of `tracker`, in a project that the caller can access, that the policy allows; a test compares both.
 */
function visibleTrackers({ caller, projectId, isAdministrator, onlyAdministered }: TrackerFilter): RawBuilder<boolean> {
  const isNotDeleted = sql<boolean>`tracker.deleted_on is null`
  if (isAdministrator) return isNotDeleted
  const permissions = onlyAdministered ? ['admin'] : visibilityPermissions
  const hasPermission = sql<boolean>`exists (
    select 1 from tracker_permission
    where tracker_permission.tracker_id = tracker.id
      and ${inList('tracker_permission.permission', permissions)}
      and ${inList('tracker_permission.group_id', [...listGroups(caller, projectId)])}
  )`
  return sql<boolean>`(${isNotDeleted} and ${hasPermission})`
}
