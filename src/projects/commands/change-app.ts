import type { Caller } from '../../kit/values/caller.ts'
import type { OAuth2AppId } from '../../kit/values/ids.ts'
import { saveApp } from '../../oauth2/store/oauth2-apps.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { AppInput } from '../model/app-view.ts'
import { assertValidApp } from './register-app.ts'
import { withAppPermit } from './with-app-permit.ts'

/** Updates the given members of an app (docs/api/oauth2.md §1); its authorizations stay as they are. */
export const changeApp = (
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: OAuth2AppId,
  change: Partial<Omit<AppInput, 'isConfidential'>>,
): Promise<void> =>
  withAppPermit(world, caller, id, 'app changed', async (tx, permit, app) => {
    const changed = {
      id,
      name: change.name ?? app.name,
      redirectUri: change.redirectUri ?? app.redirectUri,
      isPkceForced: change.isPkceForced ?? app.isPkceForced,
    }
    assertValidApp(changed)
    await saveApp(tx, permit, changed)
  })
