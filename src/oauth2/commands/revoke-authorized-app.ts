import { mayUseOwn } from '../../accounts/policy.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { OAuth2AppId, UserId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { findApp } from '../store/oauth2-apps.ts'
import { removeGrant } from '../store/oauth2-grants.ts'

/**
 * Revokes the authorization of an app with its tokens; the app has to ask for consent again (docs/api/oauth2.md §10).
 */
export async function revokeAuthorizedApp(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  owner: UserId,
  id: OAuth2AppId,
): Promise<void> {
  const permit = mayUseOwn(caller, 'authorized apps', owner)
  await world.db.write(async (tx) => {
    const app = Number.isSafeInteger(id) ? await findApp(tx, id) : undefined
    if (app === undefined || !(await removeGrant(tx, permit, id)))
      throw new Refusal('absent', 'Authorization not found for this App, aborting revocation.')
    const at = world.clock.now()
    await tx.audit({ at, by: caller, action: 'app authorization revoked', subject: app.name, detail: { app: id } })
  })
}
