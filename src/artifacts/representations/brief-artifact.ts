import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { MinimalTrackerRepresentation, representMinimalTracker } from '../../trackers/representations/tracker.ts'
import type { RenderContext } from './render-context.ts'
import { StatusRepresentation } from './status.ts'
import { getAssignees, getStatus, getTitle } from './summary.ts'
import {
  optionalWorkMembers,
  pickWorkMembers,
  representWorkMembers,
  type WorkMemberName,
  workMembers,
} from './work-members.ts'

const members = {
  id: Type.Integer(),
  uri: Type.String(),
  html_url: Type.String(),
  xref: Type.String(),
  tracker: MinimalTrackerRepresentation,
}

export const OwnArtifactRepresentation = Type.Object(
  { ...members, title: Type.Union([Type.String(), Type.Null()]), ...optionalWorkMembers },
  { title: 'OwnArtifact', additionalProperties: false },
)
export const ParentArtifactRepresentation = Type.Object(
  { ...members, title: Type.String(), full_status: StatusRepresentation },
  { title: 'ParentArtifact', additionalProperties: false },
)

/** Tulipwood extension: an artifact in suggestions, activity and inbox. */
export const BriefArtifactRepresentation = Type.Object(
  {
    ...members,
    title: Type.Union([Type.String(), Type.Null()]),
    full_status: StatusRepresentation,
    is_open: Type.Boolean(),
  },
  { title: 'BriefArtifact', additionalProperties: false },
)
export type BriefArtifactRepresentation = Static<typeof BriefArtifactRepresentation>

/** The same with optional members. */
export const ListedArtifactRepresentation = Type.Object(
  {
    ...BriefArtifactRepresentation.properties,
    status_place: optionalWorkMembers.status_place,
    due_date: optionalWorkMembers.due_date,
    assignees: optionalWorkMembers.assignees,
  },
  { title: 'ListedArtifact', additionalProperties: false },
)
export type ListedArtifactRepresentation = Static<typeof ListedArtifactRepresentation>

/** Tulipwood extension: an artifact that another one links. */
export const LinkedArtifactRepresentation = Type.Object(
  { ...BriefArtifactRepresentation.properties, assignees: workMembers.assignees },
  { title: 'LinkedArtifact', additionalProperties: false },
)
export type LinkedArtifactRepresentation = Static<typeof LinkedArtifactRepresentation>

/** The same with all members. */
export const WorkArtifactRepresentation = Type.Object(
  { ...members, title: Type.Union([Type.String(), Type.Null()]), ...workMembers },
  { title: 'WorkArtifact', additionalProperties: false },
)
export type WorkArtifactRepresentation = Static<typeof WorkArtifactRepresentation>

export const representListedArtifact = (shown: RenderContext, included: ReadonlySet<WorkMemberName>) => ({
  ...representBriefArtifact(shown),
  ...pickWorkMembers(shown, included),
})

export const representWorkArtifact = (shown: RenderContext) => ({
  ...brief(shown),
  title: getTitle(shown),
  ...representWorkMembers(shown),
})

export function representBriefArtifact(shown: RenderContext) {
  const { full_status, is_open } = getStatus(shown)
  return { ...brief(shown), title: getTitle(shown), full_status, is_open }
}

export const representLinkedArtifact = (shown: RenderContext): LinkedArtifactRepresentation => ({
  ...representBriefArtifact(shown),
  assignees: getAssignees(shown),
})

/** docs/api/artifacts.md §3.5. */
export const representOwnArtifact = (shown: RenderContext, included: ReadonlySet<WorkMemberName>) => ({
  ...brief(shown),
  title: getTitle(shown),
  ...pickWorkMembers(shown, included),
})

/** docs/api/trackers.md §4.4. */
export const representParentArtifact = (shown: RenderContext) => ({
  ...brief(shown),
  title: getTitle(shown) ?? '',
  full_status: getStatus(shown).full_status,
})

const brief = ({ artifact, visibleTracker }: RenderContext) => ({
  id: artifact.id,
  uri: `artifacts/${artifact.id}`,
  html_url: `/plugins/tracker/?aid=${artifact.id}`,
  xref: `${visibleTracker.tracker.itemName} #${artifact.id}`,
  tracker: representMinimalTracker(visibleTracker.tracker, visibleTracker.project),
})
