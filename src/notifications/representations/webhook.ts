import type { Static, TSchema } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { type EpochSeconds, formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import { deliveryStatuses } from '../model/delivery.ts'
import { webhookEvents } from '../model/event.ts'
import { webhookFormats } from '../model/webhook.ts'
import { computeNextSend, type WebhookActivity, type WebhookWithActivity } from '../model/webhook-activity.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const LastDeliveryRepresentation = Type.Object(
  {
    id: Type.Integer(),
    state: Type.Enum([...deliveryStatuses]),
    created_on: Type.String(),
    attempts: Type.Integer(),
    attempted_on: nullable(Type.String()),
    answer_status: nullable(Type.Integer()),
    problem: nullable(Type.String()),
  },
  { title: 'LastWebhookDelivery', additionalProperties: false },
)

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
  last_delivery: nullable(LastDeliveryRepresentation),
  next_attempt_on: nullable(Type.String()),
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

export const representWebhook = (webhook: WebhookWithActivity<'tracker'>, viewer: Viewer): WebhookRepresentation => ({
  ...representWebhookMembers(webhook, 'tracker_webhooks', viewer),
  tracker_id: webhook.owner.id,
  events: [...webhook.events],
})

/** `collection`: path of the webhooks of its noun. */
export const representWebhookMembers = (webhook: WebhookWithActivity, collection: string, { timezone }: Viewer) => ({
  id: webhook.id,
  uri: `${collection}/${webhook.id}`,
  url: webhook.url,
  format: webhook.format,
  is_enabled: webhook.isEnabled,
  has_secret: webhook.sealedSecret !== null,
  registered_by: webhook.ownerUserId,
  paused_until: formatOptionalDate(webhook.pausedUntil, timezone),
  created_on: formatIsoDate(webhook.createdOn, timezone),
  updated_on: formatIsoDate(webhook.updatedOn, timezone),
  deliveries_uri: `${collection}/${webhook.id}/deliveries`,
  last_delivery: representLastDelivery(webhook.activity, timezone),
  next_attempt_on: formatOptionalDate(computeNextSend(webhook), timezone),
})

function representLastDelivery({ lastDelivery }: WebhookActivity, timezone: Viewer['timezone']) {
  if (lastDelivery === null) return null
  const { id, status, createdOn, attempts, attemptedOn, responseStatus, error } = lastDelivery
  return {
    id,
    state: status,
    created_on: formatIsoDate(createdOn, timezone),
    attempts,
    attempted_on: formatOptionalDate(attemptedOn, timezone),
    answer_status: responseStatus,
    problem: error,
  }
}

const formatOptionalDate = (at: EpochSeconds | null, timezone: Viewer['timezone']): string | null =>
  at === null ? null : formatIsoDate(at, timezone)
