import type { Caller } from '../../kit/caller.ts'
import type { OAuth2AppId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { removeApp } from '../../site/store/oauth2-apps.ts'
import { withAppPermit } from './with-app-permit.ts'

/** Deletes an app with its authorizations, codes and tokens (docs/api/oauth2.md §1). */
export const deleteApp = (
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: OAuth2AppId,
): Promise<void> => withAppPermit(world, caller, id, 'app deleted', (tx, permit) => removeApp(tx, permit, id))
