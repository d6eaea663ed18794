import { loadSecretCipher } from '../../kit/encrypt.ts'
import type { World } from '../../kit/world.ts'
import { webhookSecretPurpose } from '../model/webhook.ts'
import { loadUnsealedSecrets, saveSealedSecret } from '../store/webhooks.ts'

/** Encrypts the secrets that an older version stored in plain text. */
export async function sealWebhookSecrets(world: Pick<World, 'db' | 'config'>): Promise<void> {
  // Creates no key while there is nothing to encrypt.
  if ((await loadUnsealedSecrets(world.db.read)).length === 0) return
  const cipher = await loadSecretCipher(world)
  await world.db.write(async (tx) => {
    // There are at most some dozens per tracker.
    for (const { id, owner, secret } of await loadUnsealedSecrets(tx))
      await saveSealedSecret(tx, id, cipher.encrypt(webhookSecretPurpose(owner), secret))
  })
}
