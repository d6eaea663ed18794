import type { User } from '../../accounts/model/user.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { endEmailChangesOf } from '../store/email-changes.ts'

/** Cancels a pending email change; the link in the email becomes invalid. */
export async function cancelEmailChange(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  permit: Permit<'update', User>,
  address: string,
): Promise<void> {
  await world.db.write(async (tx) => {
    if (!(await endEmailChangesOf(tx, permit))) throw new Refusal('absent', 'No email change is pending.')
    const at = world.clock.now()
    await tx.audit({ at, by: caller, address, action: 'email change canceled', subject: permit.subject.login })
  })
}
