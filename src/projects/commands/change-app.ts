import type { Caller } from '../../kit/values/caller.ts'
import type { OAuth2AppId } from '../../kit/values/ids.ts'
import type { OAuth2App } from '../../oauth2/model/oauth2-app.ts'
import { saveApp } from '../../oauth2/store/oauth2-apps.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { AppInput } from '../model/app-view.ts'
import { assertValidApp } from './register-app.ts'
import { withAppPermit } from './with-app-permit.ts'

/** Updates the given members of an app (docs/api/oauth2.md §1); its authorizations stay as they are. */
export async function changeApp(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: OAuth2AppId,
  change: Partial<Omit<AppInput, 'isConfidential'>>,
): Promise<void> {
  await withAppPermit(
    world,
    caller,
    id,
    'app changed',
    async (tx, permit, app) => {
      const changed = {
        name: change.name ?? app.name,
        redirectUri: change.redirectUri ?? app.redirectUri,
        isPkceForced: change.isPkceForced ?? app.isPkceForced,
      }
      assertValidApp(changed)
      await saveApp(tx, permit, { id, ...changed })
      return changed
    },
    describeChange,
  )
}

type Settings = Pick<OAuth2App, 'name' | 'redirectUri' | 'isPkceForced'>

/** What changes, from and to: another address may be one of an attacker. */
function describeChange(before: Settings, after: Settings) {
  const members = { name: 'name', redirectUri: 'redirect_uri', isPkceForced: 'is_pkce_forced' } as const
  const changed = (Object.keys(members) as (keyof Settings)[]).filter((key) => before[key] !== after[key])
  return Object.fromEntries(changed.map((key) => [members[key], { from: before[key], to: after[key] }]))
}
