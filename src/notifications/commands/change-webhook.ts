import { type Caller, userIdOf } from '../../kit/caller.ts'
import type { WebhookId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { sealedBox } from '../../kit/sealed-box.ts'
import type { World } from '../../kit/world.ts'
import { administrateTracker } from '../../trackers/commands/administrate-tracker.ts'
import { recordOnTracker } from '../../trackers/commands/record-on-tracker.ts'
import { acceptUrl } from '../model/accept-url.ts'
import { type Webhook, webhookSecretPurpose } from '../model/webhook.ts'
import { findWebhook } from '../reads/find-webhook.ts'
import { lookForWebhook, saveWebhook } from '../store/webhooks.ts'
import { makeSecret } from '../webhook-secret.ts'

export type WebhookChange = Partial<Pick<Webhook, 'url' | 'events' | 'format' | 'isEnabled'>> & {
  readonly secret?: string
}

interface Changed {
  readonly webhook: Webhook
  /** null: it is the one it was, or the one that was sent */
  readonly madeSecret: string | null
}

/** Changes what is sent of a webhook; a new address, or enabling it, makes it that of who does so. */
export async function changeWebhook(
  world: Pick<World, 'db' | 'memory' | 'clock' | 'config'>,
  caller: Caller,
  id: WebhookId,
  change: WebhookChange,
): Promise<Changed> {
  const { trackerId } = await findWebhook(world, caller, id)
  const url = change.url === undefined ? undefined : acceptUrl(change.url)
  const box = await sealedBox(world)
  return administrateTracker(world, caller, trackerId, async (tx, permit) => {
    const before = await lookForWebhook(tx, id)
    if (before === undefined) throw new Refusal('absent', 'This webhook does not exist.')
    const at = world.clock.now()
    const changed = {
      ...before,
      ...definedOf({ events: change.events, format: change.format, isEnabled: change.isEnabled, url }),
      updatedOn: at,
    }
    const madeSecret =
      changed.isEnabled && before.sealedSecret === null && change.secret === undefined ? makeSecret() : null
    const secret = madeSecret ?? change.secret
    const webhook = await saveWebhook(tx, permit, id, {
      ...changed,
      sealedSecret: secret === undefined ? before.sealedSecret : box.seal(webhookSecretPurpose(trackerId), secret),
      registeredBy: isTakenOver(before, changed) ? userIdOf(caller) : before.registeredBy,
    })
    const names = Object.keys(change)
    const detail = { webhook: id, url: webhook.url, changed: names }
    await recordOnTracker(tx, permit.subject, { at, by: caller, action: 'webhook changed', detail })
    return { webhook, madeSecret }
  })
}

/** Nobody gets told elsewhere what another one may see. */
const isTakenOver = (before: Webhook, after: Webhook): boolean =>
  after.url !== before.url || (after.isEnabled && !before.isEnabled)

const definedOf = (change: Partial<Webhook>): Partial<Webhook> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
