import { MinimalUserRepresentation, representMinimalUser } from '../../accounts/representations/user.ts'
import { escapeHtml } from '../../kit/text/escape-html.ts'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { RenderContext } from './render-context.ts'
import { getTitle } from './summary.ts'

export const HeartbeatsRepresentation = Type.Object(
  {
    entries: Type.Array(
      Type.Object(
        {
          updated_at: Type.String(),
          html_message: Type.String(),
          icon: Type.String(),
          small_icon: Type.String(),
          icon_name: Type.String(),
          user: Type.Union([MinimalUserRepresentation, Type.Null()]),
        },
        { additionalProperties: false },
      ),
    ),
    are_there_activities_user_cannot_see: Type.Boolean(),
  },
  { title: 'Heartbeats', additionalProperties: false },
)

/** docs/api/projects.md §8: an artifact that changed, as one line of HTML. */
export function representHeartbeat(shown: RenderContext) {
  const { artifact, visibleTracker, presenting } = shown
  const { itemName } = visibleTracker.tracker
  const url = `${presenting.viewer.origin}/goto?key=${itemName}&val=${artifact.id}&group_id=${visibleTracker.project.id}`
  const user = artifact.updatedBy === null ? undefined : presenting.users.get(artifact.updatedBy)
  return {
    updated_at: formatIsoDate(artifact.updatedOn, presenting.viewer.timezone),
    html_message:
      `<a class="cross-reference" href="${escapeHtml(url)}">${escapeHtml(itemName)} #${artifact.id}</a> ${escapeHtml(getTitle(shown) ?? '')}`.trimEnd(),
    icon: '',
    small_icon: '',
    icon_name: 'fas fa-list-ol',
    user: user === undefined ? null : representMinimalUser(user, presenting.viewer),
  }
}
