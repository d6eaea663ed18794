import type { Static } from 'typebox'
import type { User } from '../../accounts/model/user.ts'
import { MinimalUserRepresentation, representMinimalUser } from '../../accounts/representations/user.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { LatestCommit } from '../model/activity.ts'

const maxTitleLength = 200

export const ActivityCommitRepresentation = Type.Object(
  {
    at: Type.String(),
    repository: Type.Object({ id: Type.Integer(), name: Type.String() }, { additionalProperties: false }),
    revision: Type.Integer(),
    user: Type.Union([MinimalUserRepresentation, Type.Null()], { description: 'null: no account has this login' }),
    author_name: Type.String({ description: 'The login of the commit.' }),
    title: Type.String({ description: 'The first line of the message, at most 200 characters of it.' }),
  },
  { title: 'ActivityCommit', additionalProperties: false },
)
export type ActivityCommitRepresentation = Static<typeof ActivityCommitRepresentation>

export function representActivityCommit(
  { at, repositoryId, repository, revision, userId, author, message }: LatestCommit,
  users: ReadonlyMap<UserId, User>,
  viewer: Viewer,
): ActivityCommitRepresentation {
  const user = userId === null ? undefined : users.get(userId)
  const [title = ''] = message.trim().split('\n', 1)
  return {
    at: formatIsoDate(at, viewer.timezone),
    repository: { id: repositoryId, name: repository },
    revision,
    user: user === undefined ? null : representMinimalUser(user, viewer),
    author_name: author,
    title: [...title.trim()].slice(0, maxTitleLength).join(''),
  }
}
