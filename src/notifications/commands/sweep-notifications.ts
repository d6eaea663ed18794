import { sweepPermit } from '../../kit/messages/system-permits.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { retentionSeconds } from '../model/delivery.ts'
import { inboxRetentionSeconds } from '../model/inbox.ts'
import { removeDeliveriesBefore } from '../store/deliveries.ts'
import { removeDigestsBefore } from '../store/digests.ts'
import { loadUsersWithFullInbox, removeExcessItems, removeInboxItemsBefore } from '../store/inbox.ts'
import { removeNoticesBefore } from '../store/notices.ts'

const usersAtOnce = 100

/**
 * Deletes records of deliveries and mails that are older than 30 days, and items of inboxes that are older than 90 days
 * or too many.
 */
export async function sweepNotifications(world: Pick<CommandWorld, 'db' | 'clock'>): Promise<void> {
  const { db, clock } = world
  const before = clock.now() - retentionSeconds
  await db.write(async (tx) => {
    await removeDeliveriesBefore(tx, sweepPermit, before)
    await removeNoticesBefore(tx, sweepPermit, before)
    await removeDigestsBefore(tx, sweepPermit, before)
    await removeInboxItemsBefore(tx, sweepPermit, clock.now() - inboxRetentionSeconds)
  })
  for (;;) {
    const users = await loadUsersWithFullInbox(withReads(world).db.read, usersAtOnce)
    for (const user of users) await db.write((tx) => removeExcessItems(tx, sweepPermit, user))
    if (users.length < usersAtOnce) return
  }
}
