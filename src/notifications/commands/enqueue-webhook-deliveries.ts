import { randomUUID } from 'node:crypto'
import type { Tx } from '../../database/db/db.ts'
import { notificationPermit } from '../../kit/messages/system-permits.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { DeliverySubject } from '../model/delivery.ts'
import type { WebhookEvent, WebhookNoun } from '../model/event.ts'
import type { Webhook } from '../model/webhook.ts'
import { addPendingDeliveries } from './add-pending-deliveries.ts'

/** One event for one webhook. */
export interface WebhookNotification<Noun extends WebhookNoun> {
  readonly webhook: Webhook<Noun>
  readonly subject: DeliverySubject<Noun>
  readonly event: WebhookEvent<Noun>
}

/** Enqueues one delivery per notification. Callers must filter out duplicates. */
export async function enqueueWebhookDeliveries<Noun extends WebhookNoun>(
  tx: Tx,
  world: Pick<CommandWorld, 'clock'>,
  noun: Noun,
  notifications: readonly WebhookNotification<Noun>[],
): Promise<void> {
  const createdOn = world.clock.now()
  const initial = { replayOf: null, body: null, renderedForUserId: null, createdOn }
  const deliveries = notifications.map(({ webhook, subject, event }) => ({
    webhookId: webhook.id,
    subject,
    event,
    requestId: randomUUID(),
    ...initial,
  }))
  await addPendingDeliveries(tx, notificationPermit, noun, deliveries)
}
