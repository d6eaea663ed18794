import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import { webhookEvents } from '../../notifications/model/event.ts'
import type { WebhookWithActivity } from '../../notifications/model/webhook-activity.ts'
import { representWebhookMembers, webhookMembers } from '../../notifications/representations/webhook.ts'

/** Tulipwood extension (decision 0035). */
export const RepositoryWebhookRepresentation = Type.Object(
  {
    ...webhookMembers,
    repository_id: Type.Integer(),
    events: Type.Array(Type.Enum([...webhookEvents.repository])),
  },
  { title: 'CommitWebhook', additionalProperties: false },
)
export type RepositoryWebhookRepresentation = Static<typeof RepositoryWebhookRepresentation>

/** A webhook with the secret that was just generated; it is returned only once. */
export const RepositoryWebhookWithSecretRepresentation = Type.Object(
  { ...RepositoryWebhookRepresentation.properties, secret: Type.Optional(Type.String()) },
  { title: 'CommitWebhookWithSecret', additionalProperties: false },
)
export type RepositoryWebhookWithSecretRepresentation = Static<typeof RepositoryWebhookWithSecretRepresentation>

export const representRepositoryWebhook = (
  webhook: WebhookWithActivity<'repository'>,
  viewer: Viewer,
): RepositoryWebhookRepresentation => ({
  ...representWebhookMembers(webhook, 'svn_webhooks', viewer),
  repository_id: webhook.owner.id,
  events: [...webhook.events],
})
