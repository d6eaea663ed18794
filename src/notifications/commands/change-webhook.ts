import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { WebhookId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { WebhookNoun } from '../model/event.ts'
import { buildWebhookSecretPurpose, isWebhookOf, type Webhook } from '../model/webhook.ts'
import { parseWebhookUrl } from '../model/webhook-url.ts'
import { getWebhook, unknownWebhookError } from '../reads/get-webhook.ts'
import { findWebhook, saveWebhook } from '../store/webhooks.ts'
import type { WebhookOwners } from './webhook-owners.ts'
import { generateSecret } from './webhook-secret.ts'

export type WebhookChange<Noun extends WebhookNoun> = Partial<
  Pick<Webhook<Noun>, 'url' | 'events' | 'format' | 'isEnabled'>
> & {
  readonly secret?: string
}

interface ChangedWebhook<Noun extends WebhookNoun> {
  readonly webhook: Webhook<Noun>
  /** null: the secret is unchanged or was in the request */
  readonly generatedSecret: string | null
}

/** Updates a webhook. A caller who changes its URL or enables it becomes its owner: it acts with their permissions. */
export async function changeWebhook<Noun extends WebhookNoun>(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'config'>,
  caller: Caller,
  owners: WebhookOwners<Noun>,
  id: WebhookId,
  change: WebhookChange<Noun>,
): Promise<ChangedWebhook<Noun>> {
  const { owner } = await getWebhook(withReads(world), caller, owners, id)
  const { outgoing_private_addresses: allowPrivate } = await getSettings(withReads(world))
  const url = change.url === undefined ? undefined : parseWebhookUrl(change.url, { allowPrivate })
  const cipher = await loadSecretCipher(world)
  return owners.administer(world, caller, owner.id, async (tx, administered, record) => {
    const before = await findWebhook(tx, id)
    if (before === undefined || !isWebhookOf(owners.noun, before)) throw unknownWebhookError()
    const at = world.clock.now()
    const changed = {
      ...before,
      ...withoutUndefined({ events: change.events, format: change.format, isEnabled: change.isEnabled, url }),
      updatedOn: at,
    }
    const generatedSecret =
      changed.isEnabled && before.sealedSecret === null && change.secret === undefined ? generateSecret() : null
    const secret = generatedSecret ?? change.secret
    const webhook = await saveWebhook(tx, administered, id, {
      ...changed,
      sealedSecret:
        secret === undefined ? before.sealedSecret : cipher.encrypt(buildWebhookSecretPurpose(owner), secret),
      ownerUserId: isOwnershipTransferred(before, changed) ? getUserId(caller) : before.ownerUserId,
    })
    await record({
      action: 'changed',
      at,
      by: caller,
      detail: { webhook: id, url: webhook.url, changed: listChangedMembers(change) },
    })
    return { webhook, generatedSecret: generatedSecret }
  })
}

/** Returns the members of the request, by their names in the API. */
const listChangedMembers = ({ isEnabled, ...change }: WebhookChange<WebhookNoun>): string[] =>
  Object.keys(withoutUndefined({ ...change, is_enabled: isEnabled }))

/** A webhook must not send what its former owner may see to a URL that another user chose. */
const isOwnershipTransferred = (before: Webhook, after: Webhook): boolean =>
  after.url !== before.url || (after.isEnabled && !before.isEnabled)

const withoutUndefined = <Change extends object>(change: Change): Partial<Change> =>
  // Every member of a partial change is optional.
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Change>
