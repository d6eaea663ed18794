import type { Static, TSchema } from 'typebox'
import { Type } from '../../kit/schema.ts'
import { isoDate } from '../../kit/time.ts'
import type { Viewer } from '../../kit/viewer.ts'
import { webhookEvents } from '../model/event.ts'
import { type Webhook, webhookFormats } from '../model/webhook.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const WebhookRepresentation = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    tracker_id: Type.Integer(),
    url: Type.String(),
    events: Type.Array(Type.Enum([...webhookEvents])),
    format: Type.Enum([...webhookFormats]),
    is_enabled: Type.Boolean(),
    has_secret: Type.Boolean(),
    registered_by: nullable(Type.Integer()),
    paused_until: nullable(Type.String()),
    created_on: Type.String(),
    updated_on: Type.String(),
    deliveries_uri: Type.String(),
  },
  { additionalProperties: false },
)
export type WebhookRepresentation = Static<typeof WebhookRepresentation>

/** With the secret that was just made: it is shown this once. */
export const WebhookWithSecretRepresentation = Type.Object(
  { ...WebhookRepresentation.properties, secret: Type.Optional(Type.String()) },
  { additionalProperties: false },
)

export const representWebhook = (webhook: Webhook, { timezone }: Viewer): WebhookRepresentation => ({
  id: webhook.id,
  uri: `tracker_webhooks/${webhook.id}`,
  tracker_id: webhook.trackerId,
  url: webhook.url,
  events: [...webhook.events],
  format: webhook.format,
  is_enabled: webhook.isEnabled,
  has_secret: webhook.sealedSecret !== null,
  registered_by: webhook.registeredBy,
  paused_until: webhook.pausedUntil === null ? null : isoDate(webhook.pausedUntil, timezone),
  created_on: isoDate(webhook.createdOn, timezone),
  updated_on: isoDate(webhook.updatedOn, timezone),
  deliveries_uri: `tracker_webhooks/${webhook.id}/deliveries`,
})
