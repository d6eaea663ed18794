import type { Tx } from '../../kit/db/db.ts'
import type { ChangeId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { trackersOf } from '../../trackers/store/trackers.ts'
import { eventOf } from '../model/event.ts'
import { recipientsOf } from '../reads/recipients.ts'
import { type LoggedChange, loadChanges } from '../store/changes.ts'
import { deliveryKey, knownDeliveries } from '../store/deliveries.ts'
import { addNotices } from '../store/notices.ts'
import { enabledWebhooks } from '../store/webhooks.ts'
import { tellWebhooks } from './tell-webhooks.ts'

/** Tells each listener of changes by a job of its own; a second run adds nothing. */
export async function spreadChanges(world: World, ids: readonly ChangeId[]): Promise<void> {
  const changes = await loadChanges(world.db.read, ids)
  const trackers = await trackersOf(world, [...new Set(changes.map(({ artifact }) => artifact.trackerId))])
  const recipients = world.mail === null ? [] : await recipientsOf(world.db.read, changes, trackers)
  await world.db.write(async (tx) => {
    await spreadToWebhooks(tx, world, changes)
    const added = await addNotices(tx, recipients, world.clock.now())
    await world.jobs.enqueueEach(tx, 'send-mail', added)
  })
}

async function spreadToWebhooks(
  tx: Tx,
  world: Pick<World, 'clock' | 'jobs'>,
  changes: readonly LoggedChange[],
): Promise<void> {
  const webhooks = await enabledWebhooks(tx, 'tracker', [...new Set(changes.map(({ artifact }) => artifact.trackerId))])
  const known = await knownDeliveries(
    tx,
    changes.map(({ id }) => id),
  )
  const wanted = changes.flatMap((change) => {
    const event = eventOf(change)
    const listening = webhooks.filter(
      ({ id, owner, events }) =>
        owner.id === change.artifact.trackerId && events.includes(event) && !known.has(deliveryKey(id, change.id)),
    )
    return listening.map((webhook) => ({ webhook, subject: { change: change.id }, event }))
  })
  await tellWebhooks(tx, world, 'tracker', wanted)
}
