import { belongsToAny, listGroups } from '../accounts/model/groups.ts'
import type { Field } from '../fields/model/field.ts'
import { holdsFiles, holdsLinks, isAlwaysReadable, isSetBySystem } from '../fields/registry/capabilities.ts'
import { createPermit, type Verdict } from '../kit/messages/decide.ts'
import { message } from '../kit/messages/message.ts'
import { Refusal } from '../kit/messages/refusal.ts'
import { type Caller, getUserId, isSiteAdministrator } from '../kit/values/caller.ts'
import type { ProjectId, UserGroupId } from '../kit/values/ids.ts'
import type { Permit } from '../kit/values/permit.ts'
import type { Project } from '../projects/model/project.ts'
import { isProjectAdministrator, judgeProjectAccess, suspended } from '../projects/policy.ts'
import type { Settings } from '../site/model/settings.ts'
import type { AttachmentTarget } from '../uploads/model/attachment-target.ts'
import { visibilityPermissions } from './model/definition.ts'
import type { Report } from './model/report.ts'
import type { Tracker, Transition } from './model/tracker.ts'

/** docs/api/trackers.md §6.2: the site permission for the trackers of all projects. */
export const administersAllTrackers = (caller: Caller): boolean =>
  isSiteAdministrator(caller) || (caller.kind === 'member' && caller.permissions.has('tracker_administration'))

/** Returns whether the caller administers every tracker of a project, whatever its permissions. */
export const administersTrackersOf = (caller: Caller, projectId: ProjectId): boolean =>
  administersAllTrackers(caller) || isProjectAdministrator(caller, projectId)

/**
 * docs/api/trackers.md §6.2: administrators of the project, of the site and of all trackers, and groups with the admin
 * permission.
 */
export const isTrackerAdministrator = (caller: Caller, tracker: Pick<Tracker, 'projectId' | 'permissions'>): boolean =>
  administersTrackersOf(caller, tracker.projectId) ||
  belongsToAny(listGroups(caller, tracker.projectId), tracker.permissions.admin)

/**
 * docs/api/trackers.md §6.2, once the caller can access the project; must agree with `visibleTrackers`
 * (store/visible-trackers.ts).
 */
export function canSeeTrackerInProject(
  caller: Caller,
  tracker: Pick<Tracker, 'projectId' | 'permissions' | 'deletedOn'>,
): boolean {
  if (tracker.deletedOn !== null) return false
  if (isTrackerAdministrator(caller, tracker)) return true
  const groups = listGroups(caller, tracker.projectId)
  return visibilityPermissions.some((permission) => belongsToAny(groups, tracker.permissions[permission]))
}

/** docs/api/trackers.md §6.2: project accessible, tracker not deleted, any right on the tracker. */
export const canSeeTracker = (
  caller: Caller,
  tracker: Tracker,
  project: Project | undefined,
  settings: Settings,
): boolean => judgeTrackerAccess(caller, tracker, project, settings) === 'yes'

/**
 * docs/api/trackers.md §3.1: access to the project first, then the tracker. Anonymous callers get a 401 as for projects
 * (docs/api/compatibility.md §1), because signing in may show it.
 */
export function judgeTrackerAccess(
  caller: Caller,
  tracker: Tracker | undefined,
  project: Project | undefined,
  settings: Settings | undefined,
): Verdict {
  if (tracker === undefined || settings === undefined) return { no: 'absent' }
  const toProject = judgeAccessToTrackers(caller, project, settings)
  if (toProject !== 'yes') return toProject
  if (canSeeTrackerInProject(caller, tracker)) return 'yes'
  if (caller.kind === 'anonymous' && tracker.deletedOn === null) return { no: 'unauthenticated' }
  return { no: 'absent', translated: message`You cannot access this tracker or it does not exist` }
}

/** docs/api/trackers.md §6.2: administrators of all trackers see them before access to the project is checked. */
const judgeAccessToTrackers = (
  caller: Caller,
  project: Project | undefined,
  settings: Pick<Settings, 'access_mode'>,
): Verdict =>
  project?.status === 'active' && administersAllTrackers(caller) ? 'yes' : judgeProjectAccess(caller, project, settings)

/** Whether the caller sees those trackers of a project whose permissions admit them. */
export const canAccessTrackersOf = (
  caller: Caller,
  project: Project,
  settings: Pick<Settings, 'access_mode'>,
): boolean => judgeAccessToTrackers(caller, project, settings) === 'yes'

export const maySeeTracker = (
  caller: Caller,
  tracker: Tracker | undefined,
  project: Project | undefined,
  settings: Settings,
): Permit<'see', Tracker> =>
  // Without a tracker the verdict is "absent", and no permit is created.
  createPermit('see', tracker as Tracker, judgeTrackerAccess(caller, tracker, project, settings))

/** docs/api/trackers.md §4.6, §4.10: visibility, then administration, then the status of the project. */
export const mayAdministerTracker = (
  caller: Caller,
  tracker: Tracker | undefined,
  project: Project | undefined,
  settings: Settings,
): Permit<'administer', Tracker> =>
  createPermit('administer', tracker as Tracker, administrationVerdict(caller, tracker, project, settings))

function administrationVerdict(
  caller: Caller,
  tracker: Tracker | undefined,
  project: Project | undefined,
  settings: Settings,
): Verdict {
  const visibility = judgeTrackerAccess(caller, tracker, project, settings)
  if (visibility !== 'yes') return visibility
  if (tracker === undefined || !isTrackerAdministrator(caller, tracker)) {
    return { no: 'forbidden', translated: notAdministrator }
  }
  return project?.status === 'suspended' && caller.kind !== 'system' ? suspended : 'yes'
}

const notAdministrator = message`You must be tracker administrator to access this resource.`

/** docs/api/trackers.md §2.3: administrators of a suspended project, or of all trackers, still list its trackers. */
export function mayListTrackers(
  caller: Caller,
  project: Project | undefined,
  settings: Settings,
): Permit<'list trackers', Project> {
  const isOwn = project?.status === 'suspended' && administersTrackersOf(caller, project.id)
  // Without a project the verdict is a refusal.
  return createPermit(
    'list trackers',
    project as Project,
    isOwn ? 'yes' : judgeAccessToTrackers(caller, project, settings),
  )
}

/** docs/api/trackers.md §4.7: the same administrators, with the messages of the routes of form elements. */
export const mayChangeFields = (
  caller: Caller,
  tracker: Tracker | undefined,
  project: Project | undefined,
  settings: Settings,
): Permit<'administer', Tracker> =>
  createPermit('administer', tracker as Tracker, fieldChangeVerdict(caller, tracker, project, settings))

function fieldChangeVerdict(
  caller: Caller,
  tracker: Tracker | undefined,
  project: Project | undefined,
  settings: Settings,
): Verdict {
  const verdict = administrationVerdict(caller, tracker, project, settings)
  if (verdict === 'yes' || verdict.translated === undefined) return verdict
  return verdict.no === 'absent'
    ? { no: 'absent' }
    : { no: verdict.no, because: message`User is not tracker administrator.` }
}

/**
 * docs/api/attachments.md §2, in its order: what one may not see is absent; then the field, then the right to fill it.
 */
export const mayAttachFiles = (
  caller: Caller,
  field: Field | undefined,
  tracker: Tracker | undefined,
  project: Project | undefined,
  settings: Settings,
): Permit<'attach files', AttachmentTarget> => {
  const verdict = attachmentVerdict(caller, field, tracker, project, settings)
  // Without a field, a tracker or a user the verdict is a refusal.
  const place = { fieldId: field?.id, projectId: tracker?.projectId, userId: getUserId(caller) } as AttachmentTarget
  return createPermit('attach files', place, verdict)
}

function attachmentVerdict(
  caller: Caller,
  field: Field | undefined,
  tracker: Tracker | undefined,
  project: Project | undefined,
  settings: Settings,
): Verdict {
  const isSuspended = project?.status === 'suspended'
  // The suspension is reported only to callers who would see the tracker otherwise.
  const whenActive = isSuspended ? { ...project, status: 'active' as const } : project
  const visibility = judgeTrackerAccess(caller, tracker, whenActive, settings)
  if (visibility !== 'yes' || tracker === undefined) return { no: 'absent' }
  if (isSuspended) return suspended
  if (field === undefined) return { no: 'absent', because: message`Field not found.` }
  if (getUserId(caller) === null) return { no: 'unauthenticated' }
  if (!field.isUsed) return { no: 'invalid', because: message`Field is not used in tracker.` }
  if (!holdsFiles(field)) return { no: 'invalid', because: message`Field must be of type File.` }
  const { canSubmit, canUpdate } = getFieldRights(caller, tracker)
  return canSubmit(field) || canUpdate(field)
    ? 'yes'
    : { no: 'forbidden', because: message`You cannot attach files to this field.` }
}

/** Tulipwood extension: project administrators create trackers. */
export const mayCreateTracker = (
  caller: Caller,
  project: Project | undefined,
  settings: Settings,
): Permit<'create a tracker', Project> =>
  // Without a project the verdict is "absent".
  createPermit('create a tracker', project as Project, creationVerdict(caller, project, settings))

function creationVerdict(caller: Caller, project: Project | undefined, settings: Settings): Verdict {
  const verdict = judgeProjectAccess(caller, project, settings)
  if (verdict !== 'yes' || project === undefined) return verdict
  if (!isProjectAdministrator(caller, project.id)) {
    return { no: 'forbidden', translated: message`You must be project administrator to create a tracker.` }
  }
  if (project.status === 'suspended' && caller.kind !== 'system') return suspended
  return 'yes'
}

/** A copy discloses the whole tracker: only its administrators may copy it, of templates all who can see them. */
export function mayCopyTracker(
  caller: Caller,
  tracker: Tracker | undefined,
  project: Project | undefined,
  settings: Settings,
): Permit<'copy', Tracker> {
  const verdict = judgeTrackerAccess(caller, tracker, project, settings)
  if (verdict !== 'yes' || tracker === undefined) return createPermit('copy', tracker as Tracker, verdict)
  const isAllowed = project?.isTemplate === true || isTrackerAdministrator(caller, tracker)
  return createPermit('copy', tracker, isAllowed ? 'yes' : { no: 'forbidden', translated: notAdministrator })
}

/** Tracker administrators may delete it; site administrators may repeat it on a deleted tracker. */
export function mayRemoveTracker(
  caller: Caller,
  tracker: Tracker | undefined,
  project: Project | undefined,
  settings: Settings,
): Permit<'remove', Tracker> {
  if (tracker === undefined) throw new Refusal('absent', 'This tracker does not exist.')
  // Site administrators can access what is deleted; the other checks apply as to an existing tracker.
  const restored = isSiteAdministrator(caller) ? { ...tracker, deletedOn: null } : tracker
  return createPermit('remove', tracker, administrationVerdict(caller, restored, project, settings))
}

/** Administrators of the project may restore it: other users cannot see deleted trackers. */
export function mayRestoreTracker(
  caller: Caller,
  tracker: Tracker | undefined,
  project: Project | undefined,
  settings: Settings,
): Permit<'remove', Tracker> {
  if (tracker === undefined) throw new Refusal('absent', 'This tracker does not exist.')
  const restored = isProjectAdministrator(caller, tracker.projectId) ? { ...tracker, deletedOn: null } : tracker
  const verdict = administrationVerdict(caller, restored, project, settings)
  const isOfTracker = verdict === 'yes' && !isProjectAdministrator(caller, tracker.projectId)
  return createPermit('remove', tracker, isOfTracker ? { no: 'forbidden', translated: notAdministrator } : verdict)
}

/**
 * docs/api/trackers.md §6.3: containers always, `update` implies `read`; administrators of projects and trackers get
 * nothing.
 */
export const canReadField = (caller: Caller, field: Field, tracker: Pick<Tracker, 'projectId'>): boolean =>
  getFieldRights(caller, tracker).canRead(field)

/** Permissions of one caller on the fields of one tracker, for many fields at once. */
export interface FieldRights {
  canRead(field: Field): boolean
  canSubmit(field: Field): boolean
  canUpdate(field: Field): boolean
}

export function getFieldRights(caller: Caller, tracker: Pick<Tracker, 'projectId'>): FieldRights {
  if (isSiteAdministrator(caller)) return { canRead: () => true, canSubmit: isSettable, canUpdate: isSettable }
  const groups = listGroups(caller, tracker.projectId)
  const holds = (granted: readonly UserGroupId[]): boolean => belongsToAny(groups, granted)
  return {
    canRead: (field) =>
      isAlwaysReadable(field.type) || holds(field.permissions.read) || holds(field.permissions.update),
    canSubmit: (field) => isSettable(field) && holds(field.permissions.submit),
    canUpdate: (field) => isSettable(field) && holds(field.permissions.update),
  }
}

/** Returns fields with the names that messages to the caller may contain: their ids if the caller cannot read them. */
export function createFieldNaming(caller: Caller, tracker: Pick<Tracker, 'projectId'>): (field: Field) => Field {
  const { canRead } = getFieldRights(caller, tracker)
  return (field) => (canRead(field) ? field : { ...field, label: `#${field.id}`, name: `#${field.id}` })
}

const isSettable = (field: Field): boolean => !isAlwaysReadable(field.type) && !isSetBySystem(field.type)

/** Used fields the caller may read, in the order of the tracker. */
export function filterReadableFields(caller: Caller, tracker: Tracker): Field[] {
  const { canRead } = getFieldRights(caller, tracker)
  return tracker.fields.filter((field) => field.isUsed && canRead(field))
}

/**
 * docs/api/queries.md §2.2: link fields whose links conditions on links and lists of links include. Neither rights nor
 * the use of the field matter, unless permission lines of its own exclude the caller.
 */
export function listReadableLinkFields(caller: Caller, tracker: Tracker): Field[] {
  const { canRead } = getFieldRights(caller, tracker)
  return tracker.fields.filter((field) => holdsLinks(field) && (!hasPermissionLines(field) || canRead(field)))
}

/** Links that lead to artifacts of a tracker without a link field are hidden from no one. */
export const canReadLinks = (caller: Caller, tracker: Tracker): boolean =>
  !tracker.fields.some(holdsLinks) || listReadableLinkFields(caller, tracker).length > 0

/** Whether cross references include the links of artifacts of the tracker (docs/api/field-values.md §14). */
export const readsUsedLinks = (caller: Caller, tracker: Tracker): boolean =>
  filterReadableFields(caller, tracker).some(holdsLinks)

const hasPermissionLines = ({ permissions }: Field): boolean =>
  Object.values(permissions).some((groups) => groups.length > 0)

/**
 * docs/api/trackers.md §3.8: administrators of the tracker see every transition, though only its groups may take it
 * (§7.6).
 */
export const canSeeTransition = (caller: Caller, transition: Transition, tracker: Tracker): boolean =>
  isTrackerAdministrator(caller, tracker) || belongsToAny(listGroups(caller, tracker.projectId), transition.groups)

/**
 * docs/api/trackers.md §6.6: only its groups may take a transition, not administrators of the tracker outside of them.
 * Site administrators pass every access check (docs/api/access.md §5); the conditions apply to them as well.
 */
export const canTakeTransition = (
  caller: Caller,
  transition: Pick<Transition, 'groups'>,
  tracker: Pick<Tracker, 'projectId'>,
): boolean => isSiteAdministrator(caller) || belongsToAny(listGroups(caller, tracker.projectId), transition.groups)

/**
 * docs/api/trackers.md §4.2: a report one may not see for itself is absent, one of a tracker one may not see is
 * forbidden.
 */
export const mayReadReport = (caller: Caller, report: Report | undefined, toTracker: Verdict): Permit<'read', Report> =>
  // Without a report the verdict is "absent".
  createPermit('read', report as Report, reportVerdict(caller, report, toTracker))

function reportVerdict(caller: Caller, report: Report | undefined, toTracker: Verdict): Verdict {
  if (report === undefined) return { no: 'absent' }
  if (!canReadReport(caller, report)) return { no: caller.kind === 'anonymous' ? 'unauthenticated' : 'absent' }
  if (toTracker === 'yes' || toTracker.no === 'unauthenticated') return toTracker
  return { no: 'forbidden' }
}

/** docs/api/trackers.md §4.1: reports of the project, and the caller's own. */
const canReadReport = (caller: Caller, report: Pick<Report, 'userId'>): boolean =>
  report.userId === null || report.userId === getUserId(caller)

/**
 * Tulipwood extension: users who can see a tracker save personal reports; tracker administrators save those of the
 * project.
 */
export const mayWriteReport = (
  caller: Caller,
  owned: Pick<Report, 'userId'>,
  tracker: Tracker | undefined,
  project: Project | undefined,
  settings: Settings,
): Permit<'write report', Tracker> =>
  // Without a tracker the verdict is "absent".
  createPermit('write report', tracker as Tracker, reportWriteVerdict(caller, owned, tracker, project, settings))

function reportWriteVerdict(
  caller: Caller,
  owned: Pick<Report, 'userId'>,
  tracker: Tracker | undefined,
  project: Project | undefined,
  settings: Settings,
): Verdict {
  if (caller.kind === 'anonymous') return { no: 'unauthenticated' }
  if (owned.userId === null) return administrationVerdict(caller, tracker, project, settings)
  const verdict = judgeTrackerAccess(caller, tracker, project, settings)
  if (verdict !== 'yes') return verdict
  if (owned.userId !== getUserId(caller)) return { no: 'absent' }
  return project?.status === 'suspended' && caller.kind !== 'system' ? suspended : 'yes'
}
