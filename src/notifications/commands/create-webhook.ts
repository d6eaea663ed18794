import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { WebhookNoun } from '../model/event.ts'
import { buildWebhookSecretPurpose, maxWebhooks, type OwnerId, type Webhook } from '../model/webhook.ts'
import { parseWebhookUrl } from '../model/webhook-url.ts'
import { addWebhook, loadWebhooks } from '../store/webhooks.ts'
import type { WebhookOwners } from './webhook-owners.ts'
import { generateSecret } from './webhook-secret.ts'

export type NewWebhook<Noun extends WebhookNoun> = Pick<Webhook<Noun>, 'url' | 'events' | 'format' | 'isEnabled'> & {
  /** undefined: a secret is generated */
  readonly secret: string | undefined
}

/** Creates a webhook. It sends what its creator may see. */
export async function createWebhook<Noun extends WebhookNoun>(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'config'>,
  caller: Caller,
  owners: WebhookOwners<Noun>,
  id: OwnerId<Noun>,
  input: NewWebhook<Noun>,
): Promise<Webhook<Noun> & { readonly secret: string }> {
  const { noun } = owners
  const { outgoing_private_addresses: allowPrivate } = await getSettings(withReads(world))
  const url = parseWebhookUrl(input.url, { allowPrivate })
  const secret = input.secret ?? generateSecret()
  const sealedSecret = (await loadSecretCipher(world)).encrypt(buildWebhookSecretPurpose({ noun, id }), secret)
  return owners.administer(world, caller, id, async (tx, owner, record) => {
    if ((await loadWebhooks(tx, noun, id)).length >= maxWebhooks) throw new Refusal('conflict', tooMany[noun])
    const at = world.clock.now()
    const settings = { ...input, url, sealedSecret, ownerUserId: getUserId(caller), updatedOn: at }
    const added = await addWebhook(tx, owner, settings)
    await record({ action: 'added', at, by: caller, detail: { webhook: added.id, url } })
    return { ...added, secret }
  })
}

const tooMany: Readonly<Record<WebhookNoun, Message>> = {
  tracker: message`A tracker has at most ${maxWebhooks} webhooks.`,
  repository: message`A repository has at most ${maxWebhooks} webhooks.`,
}
