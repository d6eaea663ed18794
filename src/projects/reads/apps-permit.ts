import type { Caller } from '../../kit/caller.ts'
import type { Reader } from '../../kit/db/db.ts'
import type { ProjectId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import type { Settings } from '../../site/model/settings.ts'
import { mayAdministerApps, mayAdministerSiteApps } from '../policy.ts'
import { findProject } from '../store/projects.ts'

/** Returns the permit to manage the apps of a project or (null) of the whole site. */
export const requireAppsPermit = async (
  db: Reader,
  caller: Caller,
  place: ProjectId | null,
  settings: Settings,
): Promise<Permit<'administer apps', ProjectId | null>> =>
  place === null ? mayAdministerSiteApps(caller) : mayAdministerApps(caller, await findProject(db, place), settings)
