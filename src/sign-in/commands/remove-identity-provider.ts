import type { Caller } from '../../kit/values/caller.ts'
import type { IdentityProviderId } from '../../kit/values/ids.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { lockIdentityProvider, removeIdentityProvider as remove } from '../store/identity-providers.ts'

/** Removes an identity provider. The links of its users stay: if it is added again, it finds the same accounts. */
export async function removeIdentityProvider(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  id: IdentityProviderId,
): Promise<void> {
  const permit = mayAdministerSite(caller)
  await world.db.write(async (tx) => {
    const { label, issuer } = await lockIdentityProvider(tx, id)
    await remove(tx, permit, id)
    const detail = { id, issuer }
    await tx.audit({
      at: world.clock.now(),
      by: caller,
      action: 'identity provider deleted',
      subject: label,
      detail,
    })
  })
}
