import { setupPermit } from '../../kit/messages/system-permits.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { createSecret, hashSecret } from '../authentication/secret.ts'
import { addSetupCode, hasNoAdministrator } from '../store/setup.ts'

/** Creates the setup code that the server prints; null: there is an administrator already. */
export async function offerSetup(world: Pick<CommandWorld, 'db' | 'clock'>): Promise<string | null> {
  const code = createSecret(18).toString('base64url')
  return world.db.write(async (tx) => {
    if (!(await hasNoAdministrator(tx))) return null
    await addSetupCode(tx, setupPermit, hashSecret(code), world.clock.now())
    return code
  })
}
