import type { PasskeyId, UserId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { renamePasskey as rename } from '../store/passkeys.ts'

/** Renames a passkey of the caller. */
export async function renamePasskey(
  world: Pick<World, 'db'>,
  permit: Permit<'change factors', UserId>,
  id: PasskeyId,
  label: string,
): Promise<void> {
  const isThere = await world.db.write((tx) => rename(tx, permit, id, label))
  if (!isThere) throw new Refusal('absent', 'Passkey not found.')
}
