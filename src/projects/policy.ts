import { createPermit, type Verdict } from '../kit/messages/decide.ts'
import { type Message, message } from '../kit/messages/message.ts'
import { Refusal } from '../kit/messages/refusal.ts'
import { type Caller, getUserId, isSiteAdministrator } from '../kit/values/caller.ts'
import { LAST_RESERVED_ID, type ProjectId } from '../kit/values/ids.ts'
import type { Permit } from '../kit/values/permit.ts'
import type { Settings } from '../site/model/settings.ts'
import { canUseArchives, judgeProjectCreation } from '../site/policy.ts'
import { excludesRestrictedUsers, isOpen, type Project } from './model/project.ts'
import type { Service } from './model/services.ts'

type ProjectFacts = Project | undefined
type AccessMode = Pick<Settings, 'access_mode'>

const permissionDenied = message`Permission Denied`

/** Verdict on writes in a suspended project. */
export const suspended: Verdict = { no: 'forbidden', because: message`This project is suspended` }
const absent: Verdict = { no: 'absent', because: message`Project does not exist` }

/**
 * Decides as in the table of docs/api/access.md §5; restricted users can read `unrestricted` projects on every route
 * (note of §3.3).
 */
export function judgeProjectAccess(caller: Caller, project: ProjectFacts, settings: AccessMode): Verdict {
  if (project === undefined) return absent
  if (caller.kind === 'system') return 'yes'
  if (caller.kind === 'anonymous' && settings.access_mode !== 'anonymous') return absent
  if (project.status === 'importing') return absent
  if (isSiteAdministrator(caller)) return 'yes'
  if (project.status === 'suspended') return suspended
  if (project.status === 'deleted') return { no: 'forbidden', because: message`This project is deleted` }
  if (project.status !== 'active') return absent
  // docs/api/compatibility.md §1: callers who only have to sign in get a 401, where Tuleap returns 403.
  if (caller.kind === 'anonymous') return isOpen(project) ? 'yes' : { no: 'unauthenticated' }
  if (caller.memberOf.has(project.id)) return caller.isRestricted && excludesRestrictedUsers(project) ? absent : 'yes'
  if (caller.isRestricted) return project.access === 'unrestricted' ? 'yes' : { no: 'forbidden' }
  return isOpen(project) ? 'yes' : { no: 'forbidden' }
}

/** Decides on a subject that may be missing: the verdict on a missing one is "no", so a "yes" always has a subject. */
const decideOn = <Action extends string>(
  action: Action,
  project: ProjectFacts,
  verdict: Verdict,
): Permit<Action, Project> => createPermit(action, project as Project, verdict)

/** Permits a caller to enter a project, and so to use everything "of a project". */
export const maySeeProject = (caller: Caller, project: ProjectFacts, settings: AccessMode): Permit<'see', Project> =>
  decideOn('see', project, judgeProjectAccess(caller, project, settings))

/**
 * Permits a caller to read a project (docs/api/projects.md §4): users who manage projects over REST read all of them,
 * in any status.
 */
export const mayReadProject = (caller: Caller, project: ProjectFacts, settings: AccessMode): Permit<'see', Project> =>
  decideOn('see', project, canReadEveryStatus(caller, project) ? 'yes' : judgeProjectAccess(caller, project, settings))

const canReadEveryStatus = (caller: Caller, project: ProjectFacts): boolean =>
  project !== undefined && project.status !== 'importing' && canManageProjects(caller)

/**
 * Returns whether the caller manages projects: site administrators and users with "project management over REST"
 * (docs/api/access.md §5).
 */
const canManageProjects = (caller: Caller): boolean =>
  isSiteAdministrator(caller) || (caller.kind === 'member' && caller.permissions.has('project_management'))

/** Site administrators count as administrators of every project (docs/api/access.md §5). */
export const isProjectAdministrator = (caller: Caller, id: ProjectId): boolean =>
  isSiteAdministrator(caller) || (caller.kind === 'member' && caller.administratorOf.has(id))

/**
 * Permits project administrators. `because` is the error text for callers who see the project but do not administer it;
 * some routes have none.
 */
export const mayAdministerProject = (
  caller: Caller,
  project: ProjectFacts,
  settings: AccessMode,
  because: Message | null = permissionDenied,
): Permit<'administer', Project> =>
  decideOn('administer', project, administrationVerdict(caller, project, settings, because))

function administrationVerdict(
  caller: Caller,
  project: ProjectFacts,
  settings: AccessMode,
  because: Message | null,
): Verdict {
  const verdict = judgeProjectAccess(caller, project, settings)
  if (verdict !== 'yes' || project === undefined) return verdict
  return isProjectAdministrator(caller, project.id)
    ? 'yes'
    : { no: 'forbidden', ...(because === null ? {} : { because }) }
}

/** Returns whether the caller sees who is a member of a project that they see. */
export const canSeeMembers = (caller: Caller, id: ProjectId): boolean =>
  isSiteAdministrator(caller) || (caller.kind === 'member' && caller.memberOf.has(id))

/** Permits members of a project to list its members. */
export function mayListMembers(
  caller: Caller,
  project: ProjectFacts,
  settings: AccessMode,
): Permit<'list members', Project> {
  const verdict = judgeProjectAccess(caller, project, settings)
  const isRefused = verdict === 'yes' && (project === undefined || !canSeeMembers(caller, project.id))
  return decideOn('list members', project, isRefused ? { no: 'forbidden', because: permissionDenied } : verdict)
}

/**
 * Permits project administrators to manage the apps of a project (docs/api/oauth2.md §1). A deleted project has none,
 * also for site administrators.
 */
export function mayAdministerApps(
  caller: Caller,
  project: ProjectFacts,
  settings: AccessMode,
): Permit<'administer apps', ProjectId | null> {
  const verdict = administrationVerdict(caller, project, settings, permissionDenied)
  const isGone = verdict === 'yes' && project?.status === 'deleted'
  return createPermit('administer apps', project?.id ?? null, isGone ? absent : verdict)
}

/** Permits site administrators to manage the apps of the site (docs/api/oauth2.md §1). */
export const mayAdministerSiteApps = (caller: Caller): Permit<'administer apps', ProjectId | null> =>
  createPermit('administer apps', null, siteVerdict(caller))

/**
 * Permits a caller to see the groups of a project (docs/api/user-groups.md §3): a project that the caller cannot enter
 * is absent, but a suspended one is reported as such.
 */
export const maySeeGroups = (caller: Caller, project: ProjectFacts, settings: AccessMode): Permit<'see', Project> =>
  decideOn('see', project, groupVerdict(caller, project, settings))

function groupVerdict(caller: Caller, project: ProjectFacts, settings: AccessMode): Verdict {
  const verdict = judgeProjectAccess(caller, project, settings)
  if (verdict === 'yes' || verdict.no === 'unauthenticated' || project?.status === 'suspended') return verdict
  return { no: 'absent' }
}

/**
 * Permits to enable and disable services, with the translated error texts of docs/api/projects.md §7; the
 * administration of a project cannot be disabled.
 */
export const maySwitchService = (
  caller: Caller,
  service: Service,
  project: ProjectFacts,
  settings: AccessMode,
  isEnabled: boolean,
): Permit<'switch', Service> => {
  const verdict = administrationVerdict(caller, project, settings, null)
  return createPermit('switch', service, verdict === 'yes' ? switchVerdict(service, isEnabled) : verdict)
}

function switchVerdict(service: Service, isEnabled: boolean): Verdict {
  if (service.shortName === 'admin' && !isEnabled)
    return { no: 'invalid', translated: message`Admin service cannot be disabled.` }
  return service.isAllowed || !isEnabled
    ? 'yes'
    : { no: 'invalid', translated: message`Inactive service cannot be enabled.` }
}

/**
 * Services that the site does not make available to a project are visible to site administrators only
 * (docs/api/projects.md §7).
 */
export const canSeeService = (caller: Caller, service: Pick<Service, 'isAllowed'>): boolean =>
  service.isAllowed || isSiteAdministrator(caller)

/**
 * Permits to change user groups (docs/api/user-groups.md §5 and §6). The groups of a suspended project never change,
 * not even for site administrators. A caller who cannot enter the project gets the errors of docs/api/access.md §5, not
 * the 404 of the reads. `problem` is the reason why no user can change the group; Tuleap reports it before the
 * permissions.
 */
export const mayChangeGroups = (
  caller: Caller,
  project: ProjectFacts,
  settings: AccessMode,
  problem?: Message,
): Permit<'administer', Project> =>
  decideOn('administer', project, groupChangeVerdict(caller, project, settings, problem))

function groupChangeVerdict(
  caller: Caller,
  project: ProjectFacts,
  settings: AccessMode,
  problem: Message | undefined,
): Verdict {
  if (project === undefined) return absent
  if (project.status === 'suspended' && caller.kind !== 'system') return suspended
  if (project.status === 'importing' && caller.kind !== 'system') return absent
  if (problem !== undefined) return { no: 'invalid', because: problem }
  return administrationVerdict(caller, project, settings, permissionDenied)
}

/** Permits to create projects (docs/api/projects.md §5, "Permission to create projects"). */
export const mayCreateProject = (
  caller: Caller,
  settings: Pick<Settings, 'project_creation'>,
): Permit<'create', 'project'> => createPermit('create', 'project', judgeProjectCreation(caller, settings))

/** Who may create a project may add its groups and members. */
export const mayCompleteProject = (
  _permit: Permit<'create', 'project'>,
  id: ProjectId,
): Permit<'complete', { readonly id: ProjectId }> => createPermit('complete', { id }, 'yes')

/** Returns the refusal of project creation without throwing it, for a dry run that lists every problem. */
export const refuseCreation = (caller: Caller, settings: Pick<Settings, 'project_creation'>): Refusal | undefined =>
  refusalOf(judgeProjectCreation(caller, settings))

const refusalOf = (verdict: Verdict): Refusal | undefined =>
  verdict === 'yes' ? undefined : new Refusal(verdict.no, verdict.because)

/**
 * Returns the refusal of a project from an archive (docs/api/projects.md §5, `from_archive`): by default, users who can
 * create projects can import archives.
 */
export function refuseArchives(caller: Caller, settings: Pick<Settings, 'project_archives'>): Refusal | undefined {
  if (canUseArchives(caller, settings)) return undefined
  return new Refusal('invalid', 'Create from archive is not available on your platform')
}

/**
 * Returns the refusal of a template (docs/api/projects.md §5, `template_id`): it must be a published template that the
 * caller sees, or a project that the caller administers.
 */
export function refuseTemplate(
  caller: Caller,
  id: ProjectId,
  template: ProjectFacts,
  settings: AccessMode,
): Refusal | undefined {
  const because = templateProblem(caller, id, template, settings)
  return because === undefined ? undefined : new Refusal('invalid', because)
}

function templateProblem(
  caller: Caller,
  id: ProjectId,
  template: ProjectFacts,
  settings: AccessMode,
): Message | undefined {
  if (template === undefined || template.status === 'importing') return message`Template #${id} is not valid`
  if (template.status !== 'active' && template.status !== 'system') return message`Project #${id} is not active`
  if (isProjectAdministrator(caller, id)) return undefined
  if (!template.isTemplate) return message`User #${getUserId(caller) ?? 0} is not administrator of project #${id}`
  if (judgeProjectAccess(caller, template, settings) === 'yes') return undefined
  return message`Template ${id} is not valid: you don't have the permission to the access the project.`
}

/** Permits to change the status of a project (docs/api/projects.md §6). */
export const mayChangeStatus = (
  caller: Caller,
  id: ProjectId,
  project: ProjectFacts,
): Permit<'change status', Project> => decideOn('change status', project, statusVerdict(caller, id, project))

function statusVerdict(caller: Caller, id: ProjectId, project: ProjectFacts): Verdict {
  if (!canManageProjects(caller))
    return { no: 'forbidden', because: message`You are not allowed to change the status of a project` }
  if (id > 0 && id <= LAST_RESERVED_ID) {
    return { no: 'forbidden', because: message`You are not allowed to change the status of a system project.` }
  }
  if (project === undefined || project.status === 'importing') return absent
  return project.status === 'deleted'
    ? { no: 'forbidden', because: message`A deleted project cannot be reactivated.` }
    : 'yes'
}

/** docs/api/projects.md §3, `with_status`. */
export const mayListByStatus = (caller: Caller): Permit<'list by status', 'projects'> =>
  createPermit('list by status', 'projects', judgeListByStatus(caller))

function judgeListByStatus(caller: Caller): Verdict {
  if (canManageProjects(caller)) return 'yes'
  // docs/api/compatibility.md §1: callers who only have to sign in get a 401.
  if (caller.kind === 'anonymous') return { no: 'unauthenticated' }
  return { no: 'forbidden', because: message`You don't have enough rights to perform a query using 'with_status'` }
}

/** Permits site administrators to manage the templates, members and fields of projects (Tulipwood extension). */
export const mayManageProject = (caller: Caller, project: ProjectFacts): Permit<'arrange', Project> =>
  decideOn('arrange', project, project === undefined || project.status === 'importing' ? absent : siteVerdict(caller))

export const mayManageProjects = (caller: Caller): Permit<'arrange', 'projects'> =>
  createPermit('arrange', 'projects', siteVerdict(caller))

/** docs/api/projects.md §10: the refusal has no text. */
export const mayManageCategories = (caller: Caller): Permit<'arrange', 'categories'> =>
  createPermit('arrange', 'categories', isSiteAdministrator(caller) ? 'yes' : { no: 'forbidden' })

const siteVerdict = (caller: Caller): Verdict =>
  isSiteAdministrator(caller) ? 'yes' : { no: 'forbidden', because: message`Only site administrators may do this.` }
