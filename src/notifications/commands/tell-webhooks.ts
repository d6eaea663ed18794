import { randomUUID } from 'node:crypto'
import type { Tx } from '../../kit/db/db.ts'
import type { World } from '../../kit/world.ts'
import type { DeliverySubject } from '../model/delivery.ts'
import type { WebhookEvent, WebhookNoun } from '../model/event.ts'
import type { Webhook } from '../model/webhook.ts'
import { addWaiting } from './add-waiting.ts'

/** One webhook that is to be told of one thing. */
export interface Telling<Noun extends WebhookNoun> {
  readonly webhook: Webhook<Noun>
  readonly subject: DeliverySubject<Noun>
  readonly event: WebhookEvent<Noun>
}

/** Has webhooks told, each by a job of its own; whoever calls it makes sure that nothing is told twice. */
export async function tellWebhooks<Noun extends WebhookNoun>(
  tx: Tx,
  world: Pick<World, 'clock' | 'jobs'>,
  noun: Noun,
  tellings: readonly Telling<Noun>[],
): Promise<void> {
  const createdOn = world.clock.now()
  const fresh = { replayOf: null, body: null, actedAs: null, createdOn }
  const deliveries = tellings.map(({ webhook, subject, event }) => ({
    webhookId: webhook.id,
    subject,
    event,
    requestId: randomUUID(),
    ...fresh,
  }))
  await addWaiting(tx, world, noun, deliveries)
}
