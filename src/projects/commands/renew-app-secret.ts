import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { OAuth2AppId } from '../../kit/values/ids.ts'
import { saveAppSecret } from '../../oauth2/store/oauth2-apps.ts'
import { createSecret, hashSecret } from '../../sign-in/authentication/secret.ts'
import { formatSplitSecret } from '../../sign-in/model/split-secret.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withAppPermit } from './with-app-permit.ts'

/** Replaces the secret of an app; the previous one is invalid at once (docs/api/oauth2.md §1). */
export const renewAppSecret = (
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: OAuth2AppId,
): Promise<string> =>
  withAppPermit(world, caller, id, 'app secret renewed', async (tx, permit, app) => {
    if (!app.isConfidential) throw new Refusal('invalid', 'A public app has no secret.')
    const verifier = createSecret(32)
    await saveAppSecret(tx, permit, id, hashSecret(verifier))
    return formatSplitSecret('tlp-oauth2-c1-', { id, verifier })
  })
