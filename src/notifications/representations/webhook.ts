import type { Static, TSchema } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import { webhookEvents } from '../model/event.ts'
import { type Webhook, webhookFormats } from '../model/webhook.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** Members common to webhooks of all nouns. */
export const webhookMembers = {
  id: Type.Integer(),
  uri: Type.String(),
  url: Type.String(),
  format: Type.Enum([...webhookFormats]),
  is_enabled: Type.Boolean(),
  has_secret: Type.Boolean(),
  registered_by: nullable(Type.Integer()),
  paused_until: nullable(Type.String()),
  created_on: Type.String(),
  updated_on: Type.String(),
  deliveries_uri: Type.String(),
}

export const WebhookRepresentation = Type.Object(
  {
    ...webhookMembers,
    tracker_id: Type.Integer(),
    events: Type.Array(Type.Enum([...webhookEvents.tracker])),
  },
  { title: 'TrackerWebhook', additionalProperties: false },
)
export type WebhookRepresentation = Static<typeof WebhookRepresentation>

/** A webhook with the secret that was just generated; it is returned only once. */
export const WebhookWithSecretRepresentation = Type.Object(
  { ...WebhookRepresentation.properties, secret: Type.Optional(Type.String()) },
  { title: 'TrackerWebhookWithSecret', additionalProperties: false },
)

export const representWebhook = (webhook: Webhook<'tracker'>, viewer: Viewer): WebhookRepresentation => ({
  ...representWebhookMembers(webhook, 'tracker_webhooks', viewer),
  tracker_id: webhook.owner.id,
  events: [...webhook.events],
})

/** `collection`: path of the webhooks of its noun. */
export const representWebhookMembers = (webhook: Webhook, collection: string, { timezone }: Viewer) => ({
  id: webhook.id,
  uri: `${collection}/${webhook.id}`,
  url: webhook.url,
  format: webhook.format,
  is_enabled: webhook.isEnabled,
  has_secret: webhook.sealedSecret !== null,
  registered_by: webhook.ownerUserId,
  paused_until: webhook.pausedUntil === null ? null : formatIsoDate(webhook.pausedUntil, timezone),
  created_on: formatIsoDate(webhook.createdOn, timezone),
  updated_on: formatIsoDate(webhook.updatedOn, timezone),
  deliveries_uri: `${collection}/${webhook.id}/deliveries`,
})
