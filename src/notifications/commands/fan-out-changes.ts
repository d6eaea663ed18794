import type { Tx } from '../../database/db/db.ts'
import type { ChangeId } from '../../kit/values/ids.ts'
import { getCachedTrackers } from '../../trackers/store/trackers.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { getChangeEvent } from '../model/event.ts'
import { loadRecipients } from '../reads/recipients.ts'
import { type LoggedChange, loadChanges } from '../store/changes.ts'
import { buildDeliveryKey, loadDeliveryKeys } from '../store/deliveries.ts'
import { loadEnabledWebhooks } from '../store/webhooks.ts'
import { enqueueWebhookDeliveries } from './enqueue-webhook-deliveries.ts'
import { loadNotifications, notifyUsers } from './notify-users.ts'

/**
 * Adds items to the inboxes of users, and enqueues one job per change and recipient: webhook deliveries and mails. A
 * second run adds nothing.
 */
export async function fanOutChanges(world: CommandWorld, ids: readonly ChangeId[]): Promise<void> {
  const changes = await loadChanges(withReads(world).db.read, ids)
  const trackers = await getCachedTrackers(withReads(world), [
    ...new Set(changes.map(({ artifact }) => artifact.trackerId)),
  ])
  const notifications = await loadNotifications(
    world,
    await loadRecipients(withReads(world).db.read, changes, trackers),
  )
  await world.db.write(async (tx) => {
    await fanOutToWebhooks(tx, world, changes)
    await notifyUsers(tx, world, notifications)
  })
}

async function fanOutToWebhooks(
  tx: Tx,
  world: Pick<CommandWorld, 'clock'>,
  changes: readonly LoggedChange[],
): Promise<void> {
  const webhooks = await loadEnabledWebhooks(tx, 'tracker', [
    ...new Set(changes.map(({ artifact }) => artifact.trackerId)),
  ])
  const existingKeys = await loadDeliveryKeys(
    tx,
    changes.map(({ id }) => id),
  )
  const events = changes.flatMap((change) => {
    const event = getChangeEvent(change)
    const listening = webhooks.filter(
      ({ id, owner, events }) =>
        owner.id === change.artifact.trackerId &&
        events.includes(event) &&
        !existingKeys.has(buildDeliveryKey(id, change.id)),
    )
    return listening.map((webhook) => ({ webhook, subject: { change: change.id }, event }))
  })
  await enqueueWebhookDeliveries(tx, world, 'tracker', events)
}
