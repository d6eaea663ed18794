import type { Static } from 'typebox'
import type { User } from '../../accounts/model/user.ts'
import { MinimalUserRepresentation, representMinimalUser } from '../../accounts/representations/user.ts'
import { BriefArtifactRepresentation, representBriefArtifact } from '../../artifacts/representations/brief-artifact.ts'
import type { RenderContext } from '../../artifacts/representations/render-context.ts'
import type { RichText } from '../../fields/model/field.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { InboxItem } from '../model/inbox.ts'
import { notificationReasons } from '../model/notification-settings.ts'

const InboxItemRepresentation = Type.Object(
  {
    id: Type.Integer(),
    reason: Type.Enum([...notificationReasons]),
    kind: Type.Enum(['created', 'updated', 'moved'], { description: 'What happened to the artifact.' }),
    date: Type.String(),
    is_read: Type.Boolean(),
    actor: Type.Union([MinimalUserRepresentation, Type.Null()]),
    artifact: BriefArtifactRepresentation,
    changeset_id: Type.Union([Type.Integer(), Type.Null()]),
    comment: Type.Union([Type.String({ description: 'The beginning of the comment as plain text.' }), Type.Null()]),
  },
  { title: 'InboxItem', additionalProperties: false },
)

export const InboxRepresentation = Type.Object(
  {
    unread_count: Type.Integer({ description: 'Number of unread items, of all pages.' }),
    items: Type.Array(InboxItemRepresentation),
  },
  { title: 'Inbox', additionalProperties: false },
)

export type InboxRepresentation = Static<typeof InboxRepresentation>
export type InboxItemRepresentation = Static<typeof InboxItemRepresentation>

export function representInboxItem(
  item: InboxItem,
  comment: RichText | null,
  shown: RenderContext,
  users: ReadonlyMap<UserId, User>,
  viewer: Viewer,
) {
  const actor = item.actor === null ? undefined : users.get(item.actor)
  return {
    id: item.id,
    reason: item.reason,
    kind: item.kind,
    date: formatIsoDate(item.at, viewer.timezone),
    is_read: item.isRead,
    actor: actor === undefined ? null : representMinimalUser(actor, viewer),
    artifact: representBriefArtifact(shown),
    changeset_id: item.changesetId,
    comment: comment === null ? null : buildExcerpt(shown.presenting.plainText(comment)),
  }
}

const maxExcerptLength = 200

/** The beginning of a text on one line. */
export function buildExcerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > maxExcerptLength ? `${line.slice(0, maxExcerptLength).toWellFormed().trimEnd()}…` : line
}
