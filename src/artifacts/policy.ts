import { belongsToAny, listGroups } from '../accounts/model/groups.ts'
import type { Field } from '../fields/model/field.ts'
import { isAlwaysReadable, isSetBySystem } from '../fields/registry/capabilities.ts'
import { createPermit, type DecisionStep, evaluatePermit, explainSteps, type Verdict } from '../kit/messages/decide.ts'
import { joinMessages, type Message, message } from '../kit/messages/message.ts'
import { Refusal } from '../kit/messages/refusal.ts'
import type { Caller } from '../kit/values/caller.ts'
import type { UserGroupId } from '../kit/values/ids.ts'
import type { Permit } from '../kit/values/permit.ts'
import type { Project } from '../projects/model/project.ts'
import { judgeProjectAccess, suspended } from '../projects/policy.ts'
import type { Settings } from '../site/model/settings.ts'
import type { Tracker } from '../trackers/model/tracker.ts'
import { canSeeTracker, getFieldRights, isTrackerAdministrator } from '../trackers/policy.ts'
import type { Artifact, ArtifactAccessHeader } from './model/artifact.ts'
import type { Attachment, AttachmentAccess } from './model/attachment.ts'
import type { Comment, StoredComment } from './model/changeset.ts'
import type { AccessFacts, TrackerAccess } from './model/tracker-access.ts'

/** Tracker and project of an artifact. */
export interface ArtifactLocation {
  readonly tracker: Tracker
  readonly project: Project | undefined
  readonly settings: Settings
}

/** Returns the access of a caller to a tracker, in the order of docs/api/trackers.md §6.5. */
export function getTrackerAccess(caller: Caller, { tracker, project, settings }: ArtifactLocation): TrackerAccess {
  if (judgeProjectAccess(caller, project, settings) !== 'yes' || tracker.deletedOn !== null) return 'none'
  if (isTrackerAdministrator(caller, tracker)) return 'full'
  const groups = listGroups(caller, tracker.projectId)
  const { full, submitter, assignee, submitter_only: submitterOnly } = tracker.permissions
  const isFull = belongsToAny(groups, full)
  const submittedIn = isFull ? [] : submitter.filter((each) => groups.has(each))
  const assignedIn = isFull ? [] : assignee.filter((each) => groups.has(each))
  const mayOwn = !isFull && caller.kind === 'member' && belongsToAny(groups, submitterOnly)
  if (!isFull && !mayOwn && submittedIn.length === 0 && assignedIn.length === 0) return 'none'
  return {
    groups: [...groups],
    hasFullPermission: isFull,
    submitterGroups: submittedIn,
    assigneeGroups: assignedIn,
    assigneeField: assigneeFieldOf(tracker),
    submitter: mayOwn ? caller.id : null,
  }
}

function assigneeFieldOf({ semantics, fieldById }: Tracker) {
  const field = semantics.contributor && fieldById.get(semantics.contributor.field)
  return field?.bind?.kind === 'users' ? field.id : null
}

/** Returns whether the access includes an artifact. The facts only matter for restricted access. */
export function canSeeArtifact(access: TrackerAccess, artifact: ArtifactAccessHeader, facts: AccessFacts): boolean {
  if (typeof access === 'string') return access === 'full'
  if (facts.grantedGroups !== null && !belongsToAny(facts.grantedGroups, access.groups)) return false
  return (
    access.hasFullPermission ||
    belongsToAny(facts.submitterGroups, access.submitterGroups) ||
    belongsToAny(facts.assigneeGroups, access.assigneeGroups) ||
    (access.submitter !== null && access.submitter === artifact.submittedBy)
  )
}

/** Names of the rules, for explanations. */
const rules = {
  project: message`access to the project`,
  tracker: message`access to the tracker`,
  artifact: message`access to the artifact`,
  activeProject: message`project is active`,
  signedIn: message`signed in`,
  usedField: message`field is in use`,
  editableField: message`field is editable`,
  fieldPermission: message`permission on the field`,
  unfrozenField: message`field is not frozen by the state`,
  deletionQuota: message`deletions left for 24 hours`,
  administrator: message`administers the tracker`,
}

/** Yields the rules that decide whether the caller sees an artifact, in order. */
function* readSteps(
  caller: Caller,
  artifact: ArtifactAccessHeader,
  location: ArtifactLocation,
  facts: AccessFacts,
): Generator<DecisionStep> {
  const { project, settings } = location
  yield { rule: rules.project, verdict: judgeProjectAccess(caller, project, settings) }
  const access = getTrackerAccess(caller, location)
  yield {
    rule: rules.tracker,
    verdict: access === 'none' ? { no: 'forbidden', because: message`No permission on the tracker` } : 'yes',
    detail: describeAccess(access),
  }
  yield {
    rule: rules.artifact,
    verdict: canSeeArtifact(access, artifact, facts) ? 'yes' : denied(caller),
    detail:
      facts.grantedGroups === null
        ? message`The artifact has no permissions of its own`
        : message`The artifact has permissions of its own`,
  }
}

function describeAccess(access: TrackerAccess): Message {
  if (access === 'full') return message`Administers the tracker`
  if (access === 'none') return message`Member of no group with a permission on the tracker`
  if (access.hasFullPermission) return message`Sees all artifacts of the tracker`
  const parts = [
    access.submitterGroups.length > 0 ? [message`those submitted by members of some groups`] : [],
    access.assigneeGroups.length > 0 ? [message`those assigned to members of some groups`] : [],
    access.submitter === null ? [] : [message`their own`],
  ].flat()
  return message`Sees some artifacts of the tracker: ${joinMessages(parts, ', ')}`
}

/** docs/api/artifacts.md §1.6: the existence of an artifact is not hidden from users who may not see it. */
export function mayReadArtifact<Seen extends ArtifactAccessHeader>(
  caller: Caller,
  artifact: Seen,
  isVisible: boolean,
): Permit<'read', Seen> {
  return createPermit('read', artifact, isVisible ? 'yes' : denied(caller))
}

// The specification requires 401 if signing in might help (docs/api/compatibility.md §1).
const denied = (caller: Caller): Verdict => ({ no: caller.kind === 'anonymous' ? 'unauthenticated' : 'forbidden' })

/**
 * docs/api/attachments.md §5: users who see the artifact and may read the field, also for older changesets (decision
 * 17); before it is attached, only the uploader.
 */
export const mayReadAttachment = (
  caller: Caller,
  file: Attachment,
  fileAccess: AttachmentAccess,
): Permit<'read', Attachment> =>
  createPermit('read', file, canReadAttachment(caller, file, fileAccess) ? 'yes' : { no: 'absent' })

function canReadAttachment(caller: Caller, file: Attachment, fileAccess: AttachmentAccess): boolean {
  switch (file.status) {
    case 'pending':
      return false
    case 'complete':
      return (
        caller.kind === 'member' &&
        caller.id === file.submittedBy &&
        fileAccess.isAttachable &&
        fileAccess.canSeeTracker
      )
    case 'attached':
    case 'detached':
      return fileAccess.canSeeArtifact && fileAccess.canReadField
    default:
      return file.status satisfies never
  }
}

/** docs/api/artifacts.md §3.6, rows 2 to 4: where artifacts may be created. */
export const mayCreateArtifact = (
  caller: Caller,
  location: Partial<ArtifactLocation>,
): Permit<'create an artifact', Tracker> =>
  // Without a tracker the verdict is "absent", and no permit is made.
  createPermit('create an artifact', location.tracker as Tracker, creationVerdict(caller, location))

function creationVerdict(caller: Caller, { tracker, project, settings }: Partial<ArtifactLocation>): Verdict {
  if (tracker === undefined || settings === undefined) return { no: 'absent', because: message`Tracker not found` }
  const { canSubmit } = getFieldRights(caller, tracker)
  const writes =
    caller.kind !== 'anonymous' &&
    canSeeTracker(caller, tracker, project, settings) &&
    tracker.fields.some((field) => field.isUsed && canSubmit(field))
  if (!writes) return { no: 'forbidden', because: message`User can't write in destination tracker` }
  return suspensionVerdict(caller, project)
}

/**
 * docs/api/artifacts.md §3.6, row 9: the caller must be allowed to set every required field. As in Tuleap 17.4, a field
 * that no user may set in a new artifact is not required (docs/api/field-values.md §16).
 */
export function maySubmitRequired(caller: Caller, tracker: Tracker): Permit<'submit', Tracker> {
  const { canSubmit } = getFieldRights(caller, tracker)
  const isOpen = tracker.fields.every(
    (field) => !field.isUsed || !field.isRequired || !isRequestedOnSubmit(field) || canSubmit(field),
  )
  return createPermit('submit', tracker, isOpen ? 'yes' : { no: 'forbidden', because: missingSubmitRights })
}

const isRequestedOnSubmit = ({ type, permissions }: Field): boolean =>
  !isSetBySystem(type) && permissions.submit.length > 0

const missingSubmitRights = message`You can't submit an artifact because you do not have the right to submit all required fields`

/**
 * docs/api/artifacts.md §1.6, §3.8: users who see an artifact may update it, field by field, but not in a suspended
 * project.
 */
export function mayUpdateArtifact<Seen extends ArtifactAccessHeader>(
  caller: Caller,
  artifact: Seen,
  { project }: ArtifactLocation,
  isVisible: boolean,
): Permit<'update', Seen> {
  return createPermit('update', artifact, isVisible ? evaluatePermit(updateSteps(caller, project)) : denied(caller))
}

function* updateSteps(caller: Caller, project: Project | undefined): Generator<DecisionStep> {
  yield { rule: rules.activeProject, verdict: suspensionVerdict(caller, project) }
  yield {
    rule: rules.signedIn,
    verdict: caller.kind === 'anonymous' ? { no: 'forbidden', because: noUpdatePermission } : 'yes',
  }
}

const noUpdatePermission = message`You have not the permission to update this artifact`

/**
 * Tulipwood extension (docs/decisions/0082-order-cards-by-hand.md): users who may update each of the moved artifacts, and
 * at least one of their fields. They see the one whose place the others get.
 */
export const mayOrderArtifacts = (
  caller: Caller,
  { tracker, project }: ArtifactLocation,
  areVisible: boolean,
): Permit<'order', Tracker> =>
  createPermit('order', tracker, areVisible ? evaluatePermit(orderSteps(caller, tracker, project)) : denied(caller))

function* orderSteps(caller: Caller, tracker: Tracker, project: Project | undefined): Generator<DecisionStep> {
  yield* updateSteps(caller, project)
  const { canUpdate } = getFieldRights(caller, tracker)
  const updatesFields = tracker.fields.some((field) => field.isUsed && !isSetBySystem(field.type) && canUpdate(field))
  yield {
    rule: rules.fieldPermission,
    verdict: updatesFields ? 'yes' : { no: 'forbidden', because: noOrderPermission },
  }
}

const noOrderPermission = message`You can't change the order of artifacts of this tracker because you may update none of their fields.`

/** The other end of a link, and the values that it gets. */
interface OtherEnd {
  readonly tracker: Tracker
  readonly values: Readonly<Record<number, unknown>>
  readonly isProjectActive: boolean
}

/**
 * The artifact at the other end of a link is changed, so the caller must be allowed to update its link field
 * (docs/api/field-values.md §1); its visibility was checked before.
 */
export const mayUpdateOtherEnd = (caller: Caller, artifact: Artifact, end: OtherEnd): Permit<'update', Artifact> =>
  createPermit('update', artifact, otherEndVerdict(caller, artifact, end))

function otherEndVerdict(caller: Caller, { id }: Artifact, { tracker, values, isProjectActive }: OtherEnd): Verdict {
  if (!isProjectActive)
    return { no: 'invalid', because: message`The artifact #${id} is not located in an active project.` }
  const { canRead, canUpdate } = getFieldRights(caller, tracker)
  const denied = tracker.fields.find((field) => values[field.id] !== undefined && !canUpdate(field))
  if (denied === undefined) return 'yes'
  const name = canRead(denied) ? denied.label : `#${denied.id}`
  return { no: 'invalid', because: message`You are not allowed to update the field ${name}.` }
}

/** docs/api/field-values.md §1: yields the rules that decide whether the caller may set a field. */
function* fieldSteps(caller: Caller, field: Field, tracker: Tracker, isFrozen: boolean): Generator<DecisionStep> {
  yield {
    rule: rules.usedField,
    verdict: field.isUsed ? 'yes' : { no: 'invalid', because: message`Unknown field ${field.id}` },
  }
  const isFixed = isAlwaysReadable(field.type) || isSetBySystem(field.type)
  yield {
    rule: rules.editableField,
    verdict: isFixed ? { no: 'invalid', because: message`This field is set by the system.` } : 'yes',
  }
  yield {
    rule: rules.fieldPermission,
    verdict: getFieldRights(caller, tracker).canUpdate(field)
      ? 'yes'
      : { no: 'invalid', because: message`The user is in no group that may update the field.` },
  }
  yield {
    rule: rules.unfrozenField,
    verdict: isFrozen
      ? { no: 'invalid', because: message`The field is read-only in the artifact's current state.` }
      : 'yes',
  }
}

/** Input of the explain functions. */
export interface ExplainInput {
  readonly caller: Caller
  readonly artifact: ArtifactAccessHeader
  readonly location: ArtifactLocation
  readonly facts: AccessFacts
}

/** Explains whether the caller may read an artifact. */
export const explainRead = ({ caller, artifact, location, facts }: ExplainInput): readonly DecisionStep[] =>
  explainSteps(readSteps(caller, artifact, location, facts))

/** Explains whether the caller may update or comment an artifact, or set one of its fields. */
export const explainUpdate = (
  { caller, artifact, location, facts }: ExplainInput,
  field?: { readonly field: Field; readonly isFrozen: boolean },
): readonly DecisionStep[] =>
  explainSteps(
    (function* () {
      yield* readSteps(caller, artifact, location, facts)
      yield* updateSteps(caller, location.project)
      if (field !== undefined) yield* fieldSteps(caller, field.field, location.tracker, field.isFrozen)
    })(),
  )

/** Explains whether the caller may delete an artifact. */
export const explainDelete = (
  { caller, artifact, location, facts }: ExplainInput,
  quota: { readonly limit: number; readonly used: number } | null,
): readonly DecisionStep[] =>
  explainSteps(
    (function* () {
      yield* readSteps(caller, artifact, location, facts)
      yield* deletionSteps(caller, location.tracker, location.project)
      if (quota !== null) yield { rule: rules.deletionQuota, verdict: quotaVerdict(quota) }
    })(),
  )

/** docs/api/artifacts.md §1.6, step 5. */
const suspensionVerdict = (caller: Caller, project: Project | undefined): Verdict =>
  project?.status === 'suspended' && caller.kind !== 'system' ? suspended : 'yes'

/** docs/api/artifacts.md §3.2: a private comment is for its groups, and for administrators. */
export function canReadComment(caller: Caller, comment: Comment, tracker: Tracker): boolean {
  if (comment.groups === null || isTrackerAdministrator(caller, tracker)) return true
  return belongsToAny(listGroups(caller, tracker.projectId), comment.groups)
}

/**
 * Returns the groups of a private comment that the caller may know: all for administrators, otherwise those they belong
 * to.
 */
export function filterVisibleCommentGroups(
  caller: Caller,
  comment: Comment,
  tracker: Tracker,
): readonly UserGroupId[] | null {
  if (comment.groups === null || isTrackerAdministrator(caller, tracker)) return comment.groups
  const groups = listGroups(caller, tracker.projectId)
  return comment.groups.filter((each) => groups.has(each))
}

/**
 * Tulipwood extension (docs/decisions/0047-edit-comments.md): the author of a comment and tracker administrators, who may
 * update the artifact, may edit and delete it.
 */
export const mayChangeComment = (
  caller: Caller,
  comment: StoredComment | undefined,
  tracker: Tracker,
): Permit<'change comment', StoredComment> =>
  // Without a comment the verdict is "absent".
  createPermit('change comment', comment as StoredComment, judgeCommentChange(caller, comment, tracker))

/** Whether the caller, who may update the artifact, may edit and delete the comment. */
export const canChangeComment = (caller: Caller, comment: StoredComment, tracker: Tracker): boolean =>
  judgeCommentChange(caller, comment, tracker) === 'yes'

function judgeCommentChange(caller: Caller, comment: StoredComment | undefined, tracker: Tracker): Verdict {
  return comment?.body === '' ? noComment : judgeCommentOwnership(caller, comment, tracker)
}

/** The same users may read earlier versions of a comment, also of a deleted one. */
export const mayReadCommentVersions = (
  caller: Caller,
  comment: StoredComment | undefined,
  tracker: Tracker,
): Permit<'read comment versions', StoredComment> =>
  createPermit('read comment versions', comment as StoredComment, judgeCommentOwnership(caller, comment, tracker))

function judgeCommentOwnership(caller: Caller, comment: StoredComment | undefined, tracker: Tracker): Verdict {
  // A private comment does not exist for users who may not read it.
  if (comment === undefined || !canReadComment(caller, comment, tracker)) return noComment
  const isAuthor = caller.kind === 'member' && caller.id === comment.author
  return isAuthor || isTrackerAdministrator(caller, tracker) ? 'yes' : { no: 'forbidden', because: notCommentAuthor }
}

const noComment: Verdict = { no: 'absent', because: message`The changeset has no comment.` }
const notCommentAuthor = message`Only the author of a comment and administrators of the tracker can change it.`

/** docs/api/artifacts.md §3.10: tracker administrators, unless the project is suspended. */
export function mayDeleteArtifact(
  caller: Caller,
  artifact: Artifact,
  tracker: Tracker | undefined,
  project: Project | undefined,
): Permit<'delete', Artifact> {
  return createPermit('delete', artifact, evaluatePermit(deletionSteps(caller, tracker, project)))
}

function* deletionSteps(
  caller: Caller,
  tracker: Tracker | undefined,
  project: Project | undefined,
): Generator<DecisionStep> {
  yield { rule: rules.activeProject, verdict: project?.status === 'suspended' ? suspended : 'yes' }
  const isAdministrator = tracker !== undefined && isTrackerAdministrator(caller, tracker)
  yield { rule: rules.administrator, verdict: isAdministrator ? 'yes' : denied(caller) }
}

/** docs/api/artifacts.md §3.10: the site limits deletions in 24 hours; every response contains the remaining number. */
export function mayDeleteOneMore(quota: { readonly limit: number; readonly used: number }): void {
  const verdict = quotaVerdict(quota)
  if (verdict === 'yes') return
  const headers = { 'X-RateLimit-Limit': String(quota.limit), 'X-RateLimit-Remaining': '0' }
  throw new Refusal(verdict.no, verdict.because, { headers })
}

function quotaVerdict({ limit, used }: { readonly limit: number; readonly used: number }): Verdict {
  if (limit <= 0) return { no: 'forbidden', because: message`Deletion of artifacts is not allowed` }
  if (used < limit) return 'yes'
  return {
    no: 'too-many',
    because: message`The limit of artifacts deletions has been reached for the previous 24 hours.`,
  }
}

/** Returns whether the caller may know that the field exists: they may read it, or administer the tracker. */
export const isFieldVisible = (caller: Caller, field: Field, tracker: Tracker): boolean =>
  isTrackerAdministrator(caller, tracker) || getFieldRights(caller, tracker).canRead(field)

/** Tulipwood extension: only tracker administrators can explain permissions of other users. */
export const mayExplainFor = (caller: Caller, tracker: Tracker, isSelf: boolean): Permit<'explain', Tracker> =>
  createPermit(
    'explain',
    tracker,
    isSelf || isTrackerAdministrator(caller, tracker)
      ? 'yes'
      : {
          no: caller.kind === 'anonymous' ? 'unauthenticated' : 'forbidden',
          because: message`Only tracker administrators can explain permissions of other users.`,
        },
  )

/** A tracker and its project, if they exist. */
interface TrackerOfMove {
  readonly tracker: Tracker | undefined
  readonly project: Project | undefined
}

/** docs/api/artifacts.md §3.9, in its order; visibility of the artifact was checked before. */
export const mayMoveArtifact = (
  caller: Caller,
  artifact: Artifact,
  from: TrackerOfMove,
  to: TrackerOfMove,
): Permit<'move', Artifact> => createPermit('move', artifact, moveVerdict(caller, from, to))

function moveVerdict(caller: Caller, from: TrackerOfMove, to: TrackerOfMove): Verdict {
  if (caller.kind === 'anonymous') return { no: 'unauthenticated' }
  if (from.tracker === undefined || to.tracker === undefined || to.project === undefined) return noTarget
  if (from.project?.status === 'suspended') return suspended
  if (!from.tracker.options.allowsMove) {
    return { no: 'invalid', because: message`Move action is not enabled for tracker ${from.tracker.itemName}` }
  }
  if (to.tracker.deletedOn !== null) return noTarget
  if (to.project.status === 'suspended') return suspended
  if (!isTrackerAdministrator(caller, from.tracker) || !isTrackerAdministrator(caller, to.tracker)) {
    return { no: 'invalid', because: message`User must be admin of both trackers` }
  }
  if (from.tracker.id === to.tracker.id) {
    return { no: 'invalid', because: message`An artifact cannot be moved in the same tracker` }
  }
  return to.project.status === 'active'
    ? 'yes'
    : { no: 'invalid', because: message`The destination project is not active.` }
}

/** Whether the caller may move artifacts out of a tracker, if they also administer the other tracker. */
export const canMoveFrom = (caller: Caller, { tracker, project }: TrackerOfMove): boolean =>
  caller.kind !== 'anonymous' &&
  tracker?.options.allowsMove === true &&
  project?.status !== 'suspended' &&
  isTrackerAdministrator(caller, tracker)

const noTarget: Verdict = { no: 'absent', because: message`Target tracker not found` }
