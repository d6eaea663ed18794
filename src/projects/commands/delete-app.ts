import type { Caller } from '../../kit/values/caller.ts'
import type { OAuth2AppId } from '../../kit/values/ids.ts'
import { removeApp } from '../../oauth2/store/oauth2-apps.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withAppPermit } from './with-app-permit.ts'

/** Deletes an app with its authorizations, codes and tokens (docs/api/oauth2.md §1). */
export const deleteApp = (
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: OAuth2AppId,
): Promise<void> => withAppPermit(world, caller, id, 'app deleted', (tx, permit) => removeApp(tx, permit, id))
