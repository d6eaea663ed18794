import { isUniqueViolation } from '../../database/sql/sql.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { SecretCipher } from '../../kit/system/encrypt.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { IdentityProviderId } from '../../kit/values/ids.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { buildSecretPurpose, type IdentityProviderDraft, validateProvider } from '../model/identity-provider.ts'
import { addIdentityProvider, loadIdentityProviders } from '../store/identity-providers.ts'

const issuerTaken = (): Refusal => new Refusal('conflict', 'An identity provider with this issuer already exists')

/** Adds an identity provider for single sign-on. Its secret is encrypted and never returned. */
export async function createIdentityProvider(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  draft: IdentityProviderDraft,
  secret: { readonly text: string | null; readonly box: SecretCipher },
): Promise<IdentityProviderId> {
  const permit = mayAdministerSite(caller)
  const problem = validateProvider(draft)
  if (problem !== undefined) throw new Refusal('invalid', problem)
  const sealedSecret = secret.text === null ? null : secret.box.encrypt(buildSecretPurpose(draft.issuer), secret.text)
  const at = world.clock.now()
  try {
    return await world.db.write(async (tx) => {
      // Issuers that differ only by a final slash are the same.
      const same = (await loadIdentityProviders(tx)).some(
        ({ issuer }) => new URL(issuer).href === new URL(draft.issuer).href,
      )
      if (same) throw issuerTaken()
      const id = await addIdentityProvider(tx, permit, { ...draft, sealedSecret }, at)
      const detail = { id, issuer: draft.issuer, client_id: draft.clientId }
      await tx.audit({ at, by: caller, action: 'identity provider added', subject: draft.label, detail })
      return id
    })
  } catch (error) {
    throw isUniqueViolation(error) ? issuerTaken() : error
  }
}
