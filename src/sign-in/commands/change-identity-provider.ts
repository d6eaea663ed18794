import { Refusal } from '../../kit/messages/refusal.ts'
import type { SecretCipher } from '../../kit/system/encrypt.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { IdentityProviderId } from '../../kit/values/ids.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { buildSecretPurpose, type IdentityProviderDraft, validateProvider } from '../model/identity-provider.ts'
import { lockIdentityProvider, saveIdentityProvider } from '../store/identity-providers.ts'

export type IdentityProviderChange = Partial<Omit<IdentityProviderDraft, 'issuer'>>

/**
 * Updates the given members of a provider; `text` of the secret: undefined leaves it, null makes this server a public
 * client.
 */
export async function changeIdentityProvider(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  id: IdentityProviderId,
  change: IdentityProviderChange,
  secret: { readonly text: string | null | undefined; readonly box: SecretCipher },
): Promise<void> {
  const permit = mayAdministerSite(caller)
  await world.db.write(async (tx) => {
    const provider = await lockIdentityProvider(tx, id)
    const changed = { ...provider, ...change }
    const problem = validateProvider(changed)
    if (problem !== undefined) throw new Refusal('invalid', problem)
    const sealedSecret =
      typeof secret.text === 'string'
        ? secret.box.encrypt(buildSecretPurpose(provider.issuer), secret.text)
        : secret.text === null
          ? null
          : provider.sealedSecret
    await saveIdentityProvider(tx, permit, id, { ...changed, sealedSecret })
    const detail = { id, ...change, ...(secret.text === undefined ? {} : { has_new_secret: true }) }
    const entry = { at: world.clock.now(), by: caller, action: 'identity provider changed', subject: changed.label }
    await tx.audit({ ...entry, detail })
  })
}
