import type { Static, TSchema } from 'typebox'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import { type Delivery, deliveryStatuses } from '../model/delivery.ts'
import { webhookEvents } from '../model/event.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** Members common to deliveries of all nouns. */
export const deliveryMembers = {
  id: Type.Integer(),
  webhook_id: Type.Integer(),
  replay_of: nullable(Type.Integer()),
  state: Type.Enum([...deliveryStatuses]),
  request_id: Type.String(),
  created_on: Type.String(),
  attempts: Type.Integer(),
  attempted_on: nullable(Type.String()),
  duration_ms: nullable(Type.Integer()),
  answer_status: nullable(Type.Integer()),
  answer_excerpt: nullable(Type.String()),
  problem: nullable(Type.String()),
}

export const DeliveryRepresentation = Type.Object(
  {
    ...deliveryMembers,
    change_id: Type.Integer(),
    artifact_id: nullable(Type.Integer()),
    event: Type.Enum([...webhookEvents.tracker]),
  },
  { title: 'TrackerWebhookDelivery', additionalProperties: false },
)

export type DeliveryRepresentation = Static<typeof DeliveryRepresentation>

export const representDelivery = (
  delivery: Delivery<'tracker'>,
  /** undefined: the change is no longer in the log. */
  artifact: ArtifactId | undefined,
  viewer: Viewer,
): DeliveryRepresentation => ({
  ...representDeliveryMembers(delivery, viewer),
  change_id: delivery.subject.change,
  artifact_id: artifact ?? null,
  event: delivery.event,
})

/** Leaves the body out: other administrators may see less than the webhook's owner. */
export const representDeliveryMembers = (delivery: Delivery, { timezone }: Viewer) => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  replay_of: delivery.replayOf,
  state: delivery.status,
  request_id: delivery.requestId,
  created_on: formatIsoDate(delivery.createdOn, timezone),
  attempts: delivery.attempts,
  attempted_on: delivery.attemptedOn === null ? null : formatIsoDate(delivery.attemptedOn, timezone),
  duration_ms: delivery.durationMs,
  answer_status: delivery.responseStatus,
  answer_excerpt: delivery.responseExcerpt,
  problem: delivery.error,
})
