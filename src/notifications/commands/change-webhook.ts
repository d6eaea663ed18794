import { type Caller, userIdOf } from '../../kit/caller.ts'
import { loadSecretCipher } from '../../kit/encrypt.ts'
import type { WebhookId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { acceptUrl } from '../model/accept-url.ts'
import type { WebhookNoun } from '../model/event.ts'
import { isWebhookOf, type Webhook, webhookSecretPurpose } from '../model/webhook.ts'
import { findWebhook } from '../reads/find-webhook.ts'
import { lookForWebhook, saveWebhook } from '../store/webhooks.ts'
import type { WebhookOwners } from '../webhook-owners.ts'
import { makeSecret } from '../webhook-secret.ts'

export type WebhookChange<Noun extends WebhookNoun> = Partial<
  Pick<Webhook<Noun>, 'url' | 'events' | 'format' | 'isEnabled'>
> & {
  readonly secret?: string
}

interface Changed<Noun extends WebhookNoun> {
  readonly webhook: Webhook<Noun>
  /** null: it is the one it was, or the one that was sent */
  readonly madeSecret: string | null
}

/** Changes what is sent of a webhook; a new address, or enabling it, makes it that of who does so. */
export async function changeWebhook<Noun extends WebhookNoun>(
  world: Pick<World, 'db' | 'cache' | 'clock' | 'config'>,
  caller: Caller,
  owners: WebhookOwners<Noun>,
  id: WebhookId,
  change: WebhookChange<Noun>,
): Promise<Changed<Noun>> {
  const { owner } = await findWebhook(world, caller, owners, id)
  const { outgoing_private_addresses: allowPrivate } = await settingsOf(world)
  const url = change.url === undefined ? undefined : acceptUrl(change.url, { allowPrivate })
  const box = await loadSecretCipher(world)
  return owners.administrate(world, caller, owner.id, async (tx, administered, record) => {
    const before = await lookForWebhook(tx, id)
    if (before === undefined || !isWebhookOf(owners.noun, before))
      throw new Refusal('absent', 'This webhook does not exist.')
    const at = world.clock.now()
    const changed = {
      ...before,
      ...definedOf({ events: change.events, format: change.format, isEnabled: change.isEnabled, url }),
      updatedOn: at,
    }
    const madeSecret =
      changed.isEnabled && before.sealedSecret === null && change.secret === undefined ? makeSecret() : null
    const secret = madeSecret ?? change.secret
    const webhook = await saveWebhook(tx, administered, id, {
      ...changed,
      sealedSecret: secret === undefined ? before.sealedSecret : box.encrypt(webhookSecretPurpose(owner), secret),
      registeredBy: isTakenOver(before, changed) ? userIdOf(caller) : before.registeredBy,
    })
    const names = Object.keys(change)
    await record({ act: 'changed', at, by: caller, detail: { webhook: id, url: webhook.url, changed: names } })
    return { webhook, madeSecret }
  })
}

/** Nobody gets told elsewhere what another one may see. */
const isTakenOver = (before: Webhook, after: Webhook): boolean =>
  after.url !== before.url || (after.isEnabled && !before.isEnabled)

const definedOf = <Change extends object>(change: Change): Partial<Change> =>
  // What is left out of it may be.
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Change>
