import { createPermit, type Verdict } from '../kit/messages/decide.ts'
import { message } from '../kit/messages/message.ts'
import { type Caller, isSiteAdministrator } from '../kit/values/caller.ts'
import type { Permit } from '../kit/values/permit.ts'
import type { Settings } from './model/settings.ts'

/** Permits site administrators to manage settings, grants, other accounts and the banner. */
export const mayAdministerSite = (caller: Caller): Permit<'administer', 'site'> =>
  createPermit('administer', 'site', isSiteAdministrator(caller) ? 'yes' : { no: 'forbidden' })

/**
 * Decides on creating projects (docs/api/projects.md §5, "Permission to create projects"): a setting of the site, which
 * the session reports as well.
 */
export function judgeProjectCreation(caller: Caller, settings: Pick<Settings, 'project_creation'>): Verdict {
  if (isSiteAdministrator(caller)) return 'yes'
  if (caller.kind !== 'member') return { no: 'forbidden', because: message`Anonymous users are not allowed.` }
  if (!settings.project_creation)
    return { no: 'forbidden', because: message`Only site administrators can create projects.` }
  return caller.isRestricted ? { no: 'forbidden', because: message`Restricted users cannot create projects.` } : 'yes'
}

/** Returns whether a caller who can create projects can also import archives of projects. */
export const canUseArchives = (caller: Caller, settings: Pick<Settings, 'project_archives'>): boolean =>
  settings.project_archives === 'everybody' ||
  (settings.project_archives === 'administrators' && isSiteAdministrator(caller))
