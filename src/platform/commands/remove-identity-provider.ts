import type { Caller } from '../../kit/caller.ts'
import type { IdentityProviderId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { mayAdministratePlatform } from '../policy.ts'
import { record } from '../store/audit.ts'
import { findIdentityProvider, removeIdentityProvider as remove } from '../store/identity-providers.ts'

/** Nobody signs in with it any more. Whom it knew stays known: should it come back, it finds the same people. */
export async function removeIdentityProvider(
  world: Pick<World, 'db' | 'clock'>,
  caller: Caller,
  id: IdentityProviderId,
): Promise<void> {
  const permit = mayAdministratePlatform(caller)
  await world.db.write(async (tx) => {
    const { label, issuer } = await findIdentityProvider(tx, id)
    await remove(tx, permit, id)
    const detail = { id, issuer }
    await record(tx, { at: world.clock.now(), by: caller, action: 'identity provider removed', subject: label, detail })
  })
}
