import type { User } from '../../accounts/model/user.ts'
import { MinimalUserRepresentation, representMinimalUser } from '../../accounts/representations/user.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate, formatWallClock } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { ActivityDay, LatestChange } from '../model/activity.ts'
import { ActivityCommitRepresentation } from './activity-commit.ts'
import { BriefArtifactRepresentation, representBriefArtifact } from './brief-artifact.ts'
import type { RenderContext } from './render-context.ts'

export const ActivityRepresentation = Type.Object(
  {
    days: Type.Array(
      Type.Object(
        {
          date: Type.String({ description: '`YYYY-MM-DD` in the time zone of the site.' }),
          created: Type.Integer(),
          updated: Type.Integer(),
          comments: Type.Integer(),
        },
        { title: 'ActivityDay', additionalProperties: false },
      ),
      { description: 'One for each day, today last.' },
    ),
    latest: Type.Array(
      Type.Object(
        {
          at: Type.String(),
          kind: Type.Union([Type.Literal('created'), Type.Literal('updated'), Type.Literal('moved')]),
          artifact: BriefArtifactRepresentation,
          changeset_id: Type.Union([Type.Integer(), Type.Null()]),
          user: Type.Union([MinimalUserRepresentation, Type.Null()]),
          has_comment: Type.Boolean({ description: 'Whether it has a comment that the caller can read.' }),
        },
        { title: 'ActivityChange', additionalProperties: false },
      ),
      { description: 'The latest changes, newest first.' },
    ),
    commits: Type.Array(ActivityCommitRepresentation, {
      description: 'The latest commits that the caller may read in full, newest first.',
    }),
  },
  { title: 'ProjectActivity', additionalProperties: false },
)

export const representActivityDay = ({ start, created, updated, comments }: ActivityDay, { timezone }: Viewer) => ({
  date: formatWallClock(start, timezone, false),
  created,
  updated,
  comments,
})

export function representActivityChange(
  { at, kind, changesetId, userId, hasComment }: LatestChange,
  shown: RenderContext,
  users: ReadonlyMap<UserId, User>,
  viewer: Viewer,
) {
  const user = userId === null ? undefined : users.get(userId)
  return {
    at: formatIsoDate(at, viewer.timezone),
    kind,
    artifact: representBriefArtifact(shown),
    changeset_id: changesetId,
    user: user === undefined ? null : representMinimalUser(user, viewer),
    has_comment: hasComment,
  }
}
