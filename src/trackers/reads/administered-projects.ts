import { type Caller, isSiteAdministrator } from '../../kit/caller.ts'
import type { Reader } from '../../kit/db/db.ts'
import type { ProjectId } from '../../kit/ids.ts'
import { projectsWithTrackersOf } from '../store/administered-projects.ts'

/** docs/api/projects.md §3, `is_tracker_admin`. */
export const administeredProjects = async (db: Reader, caller: Caller): Promise<ReadonlySet<ProjectId> | 'all'> =>
  isSiteAdministrator(caller) ? 'all' : projectsWithTrackersOf(db, caller)
