import { loadSecretCipher } from '../../kit/encrypt.ts'
import type { World } from '../../kit/world.ts'
import { webhookSecretPurpose } from '../model/webhook.ts'
import { saveSealed, webhooksToSeal } from '../store/webhooks.ts'

/** Seals the secrets that an older version stored as they are. */
export async function sealWebhookSecrets(world: Pick<World, 'db' | 'config'>): Promise<void> {
  // Without any there is no need of a key yet.
  if ((await webhooksToSeal(world.db.read)).length === 0) return
  const box = await loadSecretCipher(world)
  await world.db.write(async (tx) => {
    // An administrator gives a tracker at most some dozens.
    for (const { id, owner, secret } of await webhooksToSeal(tx))
      await saveSealed(tx, id, box.encrypt(webhookSecretPurpose(owner), secret))
  })
}
