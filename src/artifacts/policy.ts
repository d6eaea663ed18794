import type { Caller } from '../kit/caller.ts'
import { decide, type Verdict } from '../kit/decide.ts'
import type { UserGroupId } from '../kit/ids.ts'
import type { Permit } from '../kit/permit.ts'
import { belongsToOne, groupsOf } from '../platform/model/groups.ts'
import type { Settings } from '../platform/model/settings.ts'
import type { Project } from '../projects/model/project.ts'
import { projectVerdict } from '../projects/policy.ts'
import type { Tracker } from '../trackers/model/tracker.ts'
import { administratesTracker } from '../trackers/policy.ts'
import type { ArtifactInSight } from './model/artifact.ts'
import type { Comment } from './model/changeset.ts'
import type { Reach, Standing } from './model/reach.ts'

/** Where an artifact lies. */
export interface Place {
  readonly tracker: Tracker
  readonly project: Project | undefined
  readonly settings: Settings
}

/** How far the caller sees into a tracker, in the order of contract 20 §7.5. */
export function reachInto(caller: Caller, { tracker, project, settings }: Place): Reach {
  if (projectVerdict(caller, project, settings) !== 'yes' || tracker.deletedOn !== null) return 'nothing'
  if (administratesTracker(caller, tracker)) return 'everything'
  const groups = groupsOf(caller, tracker.projectId)
  const { full, submitter, assignee, submitter_only: own } = tracker.permissions
  const isFull = belongsToOne(groups, full)
  const submittedIn = isFull ? [] : submitter.filter((each) => groups.has(each))
  const assignedIn = isFull ? [] : assignee.filter((each) => groups.has(each))
  const mayOwn = !isFull && caller.kind === 'member' && belongsToOne(groups, own)
  if (!isFull && !mayOwn && submittedIn.length === 0 && assignedIn.length === 0) return 'nothing'
  return {
    groups: [...groups],
    isFull,
    submittedIn,
    assignedIn,
    assignees: assigneesOf(tracker),
    own: mayOwn ? caller.id : null,
  }
}

function assigneesOf({ semantics, fieldById }: Tracker) {
  const field = semantics.contributor && fieldById.get(semantics.contributor.field)
  return field?.bind?.kind === 'users' ? field.id : null
}

/** The same for one artifact. What a standing says is only asked of a partial reach. */
export function isWithin(reach: Reach, head: ArtifactInSight, standing: Standing): boolean {
  if (typeof reach === 'string') return reach === 'everything'
  if (standing.granted !== null && !belongsToOne(standing.granted, reach.groups)) return false
  return (
    reach.isFull ||
    belongsToOne(standing.submitterIn, reach.submittedIn) ||
    belongsToOne(standing.assigneesIn, reach.assignedIn) ||
    (reach.own !== null && reach.own === head.submittedBy)
  )
}

/** Contract 30 §0.6: that an artifact exists is not hidden from those who may not see it. */
export function mayReadArtifact<Seen extends ArtifactInSight>(
  caller: Caller,
  artifact: Seen,
  isVisible: boolean,
): Permit<'read', Seen> {
  return decide('read', artifact, isVisible ? 'yes' : refused(caller))
}

// The specification asks for 401 where signing in might help (contract README, "Decided").
const refused = (caller: Caller): Verdict => ({ no: caller.kind === 'anonymous' ? 'unauthenticated' : 'forbidden' })

/** Contract 30 §2.2: a private comment is for its groups, and for administrators. */
export function readsComment(caller: Caller, comment: Comment, tracker: Tracker): boolean {
  if (comment.groups === null || administratesTracker(caller, tracker)) return true
  return belongsToOne(groupsOf(caller, tracker.projectId), comment.groups)
}

/** Groups of a private comment that the reader is told of: all for administrators, else those he is in. */
export function shownGroups(caller: Caller, comment: Comment, tracker: Tracker): readonly UserGroupId[] | null {
  if (comment.groups === null || administratesTracker(caller, tracker)) return comment.groups
  const groups = groupsOf(caller, tracker.projectId)
  return comment.groups.filter((each) => groups.has(each))
}
