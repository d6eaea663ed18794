import { type Caller, rulesThePlatform } from '../kit/caller.ts'
import { decide, type Verdict } from '../kit/decide.ts'
import { LAST_RESERVED_ID, type ProjectId } from '../kit/ids.ts'
import type { Permit } from '../kit/permit.ts'
import type { Settings } from '../platform/model/settings.ts'
import { isOpen, type Project } from './model/project.ts'

type Known = Project | undefined

const absent: Verdict = { no: 'absent', because: 'Project does not exist' }

/** Contract 10 §3.5, row by row; `unrestricted` is readable for restricted people on every route (note of §3.3). */
export function projectVerdict(caller: Caller, project: Known, settings: Pick<Settings, 'access_mode'>): Verdict {
  if (project === undefined) return absent
  if (caller.kind === 'system') return 'yes'
  if (caller.kind === 'anonymous' && settings.access_mode !== 'anonymous') return absent
  if (project.status === 'importing') return absent
  if (rulesThePlatform(caller)) return 'yes'
  if (project.status === 'suspended') return { no: 'forbidden', because: 'This project is suspended' }
  if (project.status === 'deleted') return { no: 'forbidden', because: 'This project is deleted' }
  if (project.status !== 'active') return absent
  // The contract decided: who only has to sign in is told so, where the reference says 403.
  if (caller.kind === 'anonymous') return isOpen(project) ? 'yes' : { no: 'unauthenticated' }
  if (caller.memberOf.has(project.id)) return caller.isRestricted && project.access === 'private-wo-restr' ? absent : 'yes'
  if (caller.isRestricted) return project.access === 'unrestricted' ? 'yes' : { no: 'forbidden' }
  return isOpen(project) ? 'yes' : { no: 'forbidden' }
}

/** A verdict on what was found is "no" when nothing was found, so a "yes" is always about something. */
const decideOn = <Action extends string>(action: Action, project: Known, verdict: Verdict): Permit<Action, Project> =>
  decide(action, project as Project, verdict)

/** May the caller enter the project, and so everything "of a project"? */
export const maySeeProject = (caller: Caller, project: Known, settings: Pick<Settings, 'access_mode'>): Permit<'see', Project> =>
  decideOn('see', project, projectVerdict(caller, project, settings))

/** Contract 10 §8.4: who manages projects over REST reads any of them, in any status. */
export const mayReadProject = (caller: Caller, project: Known, settings: Pick<Settings, 'access_mode'>): Permit<'see', Project> =>
  decideOn('see', project, readsEveryStatus(caller, project) ? 'yes' : projectVerdict(caller, project, settings))

const readsEveryStatus = (caller: Caller, project: Known): boolean =>
  project !== undefined && project.status !== 'importing' && managesProjects(caller)

/** Contract 10 §3.5: site administrators, and holders of "project management over REST". */
export const managesProjects = (caller: Caller): boolean =>
  rulesThePlatform(caller) || (caller.kind === 'member' && caller.permissions.has('project_management'))

/** Site administrators count as administrators of every project (contract 10 §3.5). */
export const administratesProject = (caller: Caller, id: ProjectId): boolean =>
  rulesThePlatform(caller) || (caller.kind === 'member' && caller.administratorOf.has(id))

/** `because` is the text for who sees the project but does not administer it; some routes have none. */
export const mayAdministrateProject = (
  caller: Caller,
  project: Known,
  settings: Pick<Settings, 'access_mode'>,
  because = 'Permission Denied',
): Permit<'administrate', Project> => decideOn('administrate', project, administrationVerdict(caller, project, settings, because))

function administrationVerdict(caller: Caller, project: Known, settings: Pick<Settings, 'access_mode'>, because: string): Verdict {
  const verdict = projectVerdict(caller, project, settings)
  if (verdict !== 'yes' || project === undefined) return verdict
  return administratesProject(caller, project.id) ? 'yes' : { no: 'forbidden', because }
}

/** Contract 10 §7.5 and §7.6: groups of a suspended project change for nobody, site administrators included. */
export const mayChangeGroups = (caller: Caller, project: Known, settings: Pick<Settings, 'access_mode'>): Permit<'administrate', Project> =>
  decideOn(
    'administrate',
    project,
    project?.status === 'suspended' && caller.kind !== 'system'
      ? { no: 'forbidden', because: 'This project is suspended' }
      : administrationVerdict(caller, project, settings, 'Permission Denied'),
  )

/** Contract 10 §8.5, "Who may create". */
export const mayCreateProject = (caller: Caller, settings: Pick<Settings, 'project_creation'>): Permit<'create', 'project'> =>
  decide('create', 'project', creationVerdict(caller, settings))

/** The same as a verdict, for a dry run that lists every reason. */
export function creationVerdict(caller: Caller, settings: Pick<Settings, 'project_creation'>): Verdict {
  if (rulesThePlatform(caller)) return 'yes'
  if (caller.kind !== 'member') return { no: 'forbidden', because: 'Anonymous users are not allowed.' }
  if (!settings.project_creation) return { no: 'forbidden', because: 'Only site administrators can create projects.' }
  return caller.isRestricted ? { no: 'forbidden', because: 'Restricted users cannot create projects.' } : 'yes'
}

/** Contract 10 §8.6. */
export const mayChangeStatus = (caller: Caller, id: ProjectId, project: Known): Permit<'change status', Project> =>
  decideOn('change status', project, statusVerdict(caller, id, project))

function statusVerdict(caller: Caller, id: ProjectId, project: Known): Verdict {
  if (!managesProjects(caller)) return { no: 'forbidden', because: 'You are not allowed to change the status of a project' }
  if (id > 0 && id <= LAST_RESERVED_ID) {
    return { no: 'forbidden', because: 'You are not allowed to change the status of a system project.' }
  }
  if (project === undefined || project.status === 'importing') return absent
  return project.status === 'deleted' ? { no: 'forbidden', because: 'A deleted project cannot be reactivated.' } : 'yes'
}

/** Contract 10 §8.3, `with_status`. */
export const mayListByStatus = (caller: Caller): Permit<'list by status', 'projects'> =>
  decide(
    'list by status',
    'projects',
    managesProjects(caller)
      ? 'yes'
      : { no: 'forbidden', because: "You don't have enough rights to perform a query using 'with_status'" },
  )

/** Our extensions for what the contract leaves to site administration: templates, members, fields of projects. */
export const mayArrangeProject = (caller: Caller, project: Known): Permit<'arrange', Project> =>
  decideOn('arrange', project, project === undefined ? absent : siteVerdict(caller))

export const mayArrangeProjects = (caller: Caller): Permit<'arrange', 'projects'> => decide('arrange', 'projects', siteVerdict(caller))

const siteVerdict = (caller: Caller): Verdict =>
  rulesThePlatform(caller) ? 'yes' : { no: 'forbidden', because: 'Only site administrators may do this.' }
