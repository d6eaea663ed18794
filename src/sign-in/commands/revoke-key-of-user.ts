import { getUser } from '../../accounts/store/users.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { AccessKeyId } from '../../kit/values/ids.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { mayRevokeKeys } from '../policy.ts'
import { findAccessKey, lockAccessKey, removeAccessKey } from '../store/access-keys.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

/** Revokes the key of any user as a site administrator, and notifies the owner. */
export async function revokeKeyOfUser(
  world: Pick<CommandWorld, 'db' | 'clock'> & MailDeps,
  caller: Caller,
  id: AccessKeyId,
): Promise<void> {
  mayAdministerSite(caller)
  await world.db.write(async (tx) => {
    const key = (await lockAccessKey(tx, id)) ? await findAccessKey(tx, id) : undefined
    if (key === undefined) throw new Refusal('absent', 'Access key not found.')
    const owner = await getUser(tx, key.userId)
    await removeAccessKey(tx, mayRevokeKeys(caller, owner.id), id)
    const at = world.clock.now()
    const entry = { at, by: caller, action: 'access key revoked', subject: `access key ${id}` }
    await tx.audit({ ...entry, detail: { owner: owner.id } })
    const { description } = key
    if (getUserId(caller) !== owner.id)
      await sendSecurityNotice(tx, world, owner, at, { kind: 'access_key_revoked', description })
  })
}
