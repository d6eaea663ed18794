import type { Static } from 'typebox'
import type { User } from '../../accounts/model/user.ts'
import { MinimalUserRepresentation, representMinimalUser } from '../../accounts/representations/user.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { LoggedChange } from '../model/change.ts'
import type { ChangeTokens } from '../model/change-token.ts'

const reference = { id: Type.Integer(), uri: Type.String() }
const Reference = Type.Object(reference, { title: 'ResourceReference', additionalProperties: false })
const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

export const ChangeRepresentation = Type.Object(
  {
    token: Type.String({ description: '`since` for what comes after this change.' }),
    at: Type.String(),
    kind: Type.Union([
      Type.Literal('created'),
      Type.Literal('updated'),
      Type.Literal('comment_changed', { description: 'The comment of `changeset` was edited or deleted.' }),
      Type.Literal('ranked', {
        description: 'The artifact has another place in the order of its tracker. Only with `ranks=true`.',
      }),
      Type.Literal('deleted'),
      Type.Literal('moved'),
    ]),
    artifact: Reference,
    tracker: Reference,
    from_tracker: Type.Union([Reference, Type.Null()], {
      description: 'For a move: the previous tracker, if the caller can see it.',
    }),
    project: Reference,
    changeset: orNull(Reference),
    user: orNull(MinimalUserRepresentation),
  },
  { title: 'Change', additionalProperties: false },
)
export type ChangeRepresentation = Static<typeof ChangeRepresentation>

/** Tulipwood extension: one change of the log (docs/decisions/0024-ordered-change-feed.md). */
export function representChange(
  { position, at, kind, artifact, projectId, changesetId, userId, from }: LoggedChange,
  users: ReadonlyMap<UserId, User>,
  viewer: Viewer,
  tokens: ChangeTokens,
): ChangeRepresentation {
  const user = userId === null ? undefined : users.get(userId)
  return {
    token: tokens.encode(position),
    at: formatIsoDate(at, viewer.timezone),
    kind,
    artifact: { id: artifact.id, uri: `artifacts/${artifact.id}` },
    tracker: { id: artifact.trackerId, uri: `trackers/${artifact.trackerId}` },
    from_tracker: from === undefined ? null : { id: from, uri: `trackers/${from}` },
    project: { id: projectId, uri: `projects/${projectId}` },
    changeset: changesetId === null ? null : { id: changesetId, uri: `artifacts/${artifact.id}/changesets` },
    user: user === undefined ? null : representMinimalUser(user, viewer),
  }
}
