import { type Caller, userIdOf } from '../../kit/caller.ts'
import { loadSecretCipher } from '../../kit/encrypt.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { acceptUrl } from '../model/accept-url.ts'
import type { WebhookNoun } from '../model/event.ts'
import { mostWebhooks, type OwnerId, type Webhook, webhookSecretPurpose } from '../model/webhook.ts'
import { addWebhook, webhooksOf } from '../store/webhooks.ts'
import type { WebhookOwners } from '../webhook-owners.ts'
import { makeSecret } from '../webhook-secret.ts'

export type WantedWebhook<Noun extends WebhookNoun> = Pick<Webhook<Noun>, 'url' | 'events' | 'format' | 'isEnabled'> & {
  /** undefined: one is made */
  readonly secret: string | undefined
}

/** Has what happens to something told to an address, as far as who asks for it may see it. */
export async function createWebhook<Noun extends WebhookNoun>(
  world: Pick<World, 'db' | 'cache' | 'clock' | 'config'>,
  caller: Caller,
  owners: WebhookOwners<Noun>,
  id: OwnerId<Noun>,
  wanted: WantedWebhook<Noun>,
): Promise<Webhook<Noun> & { readonly secret: string }> {
  const { noun } = owners
  const { outgoing_private_addresses: allowPrivate } = await settingsOf(world)
  const url = acceptUrl(wanted.url, { allowPrivate })
  const secret = wanted.secret ?? makeSecret()
  const sealedSecret = (await loadSecretCipher(world)).encrypt(webhookSecretPurpose({ noun, id }), secret)
  return owners.administrate(world, caller, id, async (tx, owner, record) => {
    if ((await webhooksOf(tx, noun, id)).length >= mostWebhooks)
      throw new Refusal('conflict', `A ${noun} has at most ${mostWebhooks} webhooks.`)
    const at = world.clock.now()
    const settings = { ...wanted, url, sealedSecret, registeredBy: userIdOf(caller), updatedOn: at }
    const added = await addWebhook(tx, owner, settings)
    await record({ act: 'added', at, by: caller, detail: { webhook: added.id, url } })
    return { ...added, secret }
  })
}
