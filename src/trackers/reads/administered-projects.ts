import { type Caller, isSiteAdministrator } from '../../kit/caller.ts'
import type { Reader } from '../../kit/db/db.ts'
import type { ProjectId } from '../../kit/ids.ts'
import { findProjectsWithTrackersOf } from '../store/administered-projects.ts'

/** docs/api/projects.md §3, `is_tracker_admin`. */
export const findAdministeredProjects = async (db: Reader, caller: Caller): Promise<ReadonlySet<ProjectId> | 'all'> =>
  isSiteAdministrator(caller) ? 'all' : findProjectsWithTrackersOf(db, caller)
