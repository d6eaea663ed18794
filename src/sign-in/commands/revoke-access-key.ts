import { mayHoldKeys } from '../../accounts/policy.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { AccessKeyId, UserId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { removeAccessKey } from '../store/access-keys.ts'

/** Revokes a key; a key of another user is ignored silently (docs/api/authentication.md §3). */
export async function revokeAccessKey(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  owner: UserId,
  id: AccessKeyId,
): Promise<boolean> {
  const permit = mayHoldKeys(caller, owner)
  return world.db.write(async (tx) => {
    const isRemoved = await removeAccessKey(tx, permit, id)
    const entry = {
      at: world.clock.now(),
      by: caller,
      action: 'access key revoked',
      subject: `access key ${id}`,
    }
    if (isRemoved) await tx.audit({ ...entry, detail: { owner } })
    return isRemoved
  })
}
