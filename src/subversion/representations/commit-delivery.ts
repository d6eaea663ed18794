import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { Delivery } from '../../notifications/model/delivery.ts'
import { webhookEvents } from '../../notifications/model/event.ts'
import { deliveryMembers, representDeliveryMembers } from '../../notifications/representations/delivery.ts'

/** Tulipwood extension (decision 0035). */
export const CommitDeliveryRepresentation = Type.Object(
  {
    ...deliveryMembers,
    /** revision of the commit */
    revision: Type.Integer(),
    event: Type.Enum([...webhookEvents.repository]),
  },
  { title: 'CommitWebhookDelivery', additionalProperties: false },
)
export type CommitDeliveryRepresentation = Static<typeof CommitDeliveryRepresentation>

export const representCommitDelivery = (
  delivery: Delivery<'repository'>,
  viewer: Viewer,
): CommitDeliveryRepresentation => ({
  ...representDeliveryMembers(delivery, viewer),
  revision: delivery.subject.revision,
  event: delivery.event,
})
