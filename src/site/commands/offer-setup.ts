import type { World } from '../../kit/world.ts'
import { createSecret, hashSecret } from '../authentication/secret.ts'
import { addSetupCode, hasNoAdministrator } from '../store/setup.ts'

/** The code that sets the server up, for who sees what it prints; null: somebody administrates it already. */
export async function offerSetup(world: Pick<World, 'db' | 'clock'>): Promise<string | null> {
  if (!(await hasNoAdministrator(world.db.read))) return null
  const code = createSecret(18).toString('base64url')
  await world.db.write((tx) => addSetupCode(tx, hashSecret(code), world.clock.now()))
  return code
}
