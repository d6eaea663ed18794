import { representBriefArtifact } from '../../artifacts/representations/brief-artifact.ts'
import type { RenderContext } from '../../artifacts/representations/render-context.ts'
import { Type } from '../../kit/values/schema.ts'
import { type EpochSeconds, formatIsoDate } from '../../kit/values/time.ts'
import { MinimalProjectRepresentation, representMinimalProject } from '../../projects/representations/project.ts'

const closed = { additionalProperties: false }
const optionalText = Type.Union([Type.String(), Type.Null()])

const VisitRepresentation = Type.Object(
  {
    visit_time: Type.String(),
    xref: optionalText,
    html_url: Type.String(),
    title: Type.String(),
    color_name: Type.String(),
    type: Type.String({ description: '`artifact`.' }),
    per_type_id: Type.Integer({ description: 'Id of the artifact.' }),
    icon: optionalText,
    small_icon: optionalText,
    icon_name: Type.String(),
    project: MinimalProjectRepresentation,
    quick_links: Type.Array(Type.Object({ name: Type.String(), html_url: Type.String(), icon_name: Type.String() })),
    badges: Type.Array(Type.Object({ label: Type.String(), color: optionalText }, closed), {
      description: 'The status, if the artifact has one that the caller can read.',
    }),
  },
  { ...closed, title: 'Visit' },
)

export const VisitHistoryRepresentation = Type.Object(
  { entries: Type.Array(VisitRepresentation) },
  { ...closed, title: 'UserHistory' },
)

/** docs/api/users.md §7. */
export function representVisit(shown: RenderContext, visitedOn: EpochSeconds) {
  const { id, xref, html_url, title, full_status: status } = representBriefArtifact(shown)
  const { tracker, project } = shown.visibleTracker
  return {
    visit_time: formatIsoDate(visitedOn, shown.presenting.viewer.timezone),
    xref,
    html_url,
    title: title ?? '',
    color_name: tracker.color,
    type: 'artifact',
    per_type_id: id,
    icon: null,
    small_icon: null,
    icon_name: 'fas fa-list-ol',
    project: representMinimalProject(project),
    quick_links: [],
    badges: status === null ? [] : [{ label: status.value, color: status.color }],
  }
}
