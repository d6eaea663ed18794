import type { Reader } from '../../database/db/db.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
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
