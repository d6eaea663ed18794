import { Refusal } from '../../kit/messages/refusal.ts'
import type { PasskeyId, UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { renamePasskey as rename } from '../store/passkeys.ts'

/** Renames a passkey of the caller. */
export async function renamePasskey(
  world: Pick<CommandWorld, 'db'>,
  permit: Permit<'change factors', UserId>,
  id: PasskeyId,
  label: string,
): Promise<void> {
  const isThere = await world.db.write((tx) => rename(tx, permit, id, label))
  if (!isThere) throw new Refusal('absent', 'Passkey not found.')
}
