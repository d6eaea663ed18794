import { type Caller, userIdOf } from '../../kit/caller.ts'
import type { TrackerId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { sealedBox } from '../../kit/sealed-box.ts'
import type { World } from '../../kit/world.ts'
import { administrateTracker } from '../../trackers/commands/administrate-tracker.ts'
import { recordOnTracker } from '../../trackers/commands/record-on-tracker.ts'
import { acceptUrl } from '../model/accept-url.ts'
import { mostWebhooks, type Webhook, webhookSecretPurpose } from '../model/webhook.ts'
import { addWebhook, webhooksOf } from '../store/webhooks.ts'
import { makeSecret } from '../webhook-secret.ts'

export type WantedWebhook = Pick<Webhook, 'url' | 'events' | 'format' | 'isEnabled'> & {
  /** undefined: one is made */
  readonly secret: string | undefined
}

/** Has the changes of a tracker told to an address, as far as who asks for it may see them. */
export async function createWebhook(
  world: Pick<World, 'db' | 'memory' | 'clock' | 'config'>,
  caller: Caller,
  trackerId: TrackerId,
  wanted: WantedWebhook,
): Promise<Webhook & { readonly secret: string }> {
  const url = acceptUrl(wanted.url)
  const secret = wanted.secret ?? makeSecret()
  const sealedSecret = (await sealedBox(world)).seal(webhookSecretPurpose(trackerId), secret)
  return administrateTracker(world, caller, trackerId, async (tx, permit) => {
    if ((await webhooksOf(tx, trackerId)).length >= mostWebhooks)
      throw new Refusal('conflict', `A tracker has at most ${mostWebhooks} webhooks.`)
    const at = world.clock.now()
    const settings = { ...wanted, url, sealedSecret, registeredBy: userIdOf(caller), updatedOn: at }
    const added = await addWebhook(tx, permit, settings)
    const detail = { webhook: added.id, url }
    await recordOnTracker(tx, permit.subject, { at, by: caller, action: 'webhook added', detail })
    return { ...added, secret }
  })
}
