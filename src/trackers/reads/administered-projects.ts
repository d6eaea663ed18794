import type { Reader } from '../../database/db/db.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { administersAllTrackers } from '../policy.ts'
import { findProjectsWithTrackers, findProjectsWithTrackersOf } from '../store/administered-projects.ts'

/** docs/api/projects.md §3, `is_tracker_admin`: a project without trackers has nothing to administer. */
export const findAdministeredProjects = async (db: Reader, caller: Caller): Promise<ReadonlySet<ProjectId>> =>
  administersAllTrackers(caller) ? findProjectsWithTrackers(db) : findProjectsWithTrackersOf(db, caller)
