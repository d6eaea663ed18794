import type { Caller } from '../../kit/caller.ts'
import type { Permit } from '../../kit/permit.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { User } from '../model/user.ts'
import { auditSite } from '../store/audit-site.ts'
import { endEmailChangesOf } from '../store/email-changes.ts'

/** Cancels a pending email change; the link in the email becomes invalid. */
export async function cancelEmailChange(
  world: Pick<World, 'db' | 'clock'>,
  caller: Caller,
  permit: Permit<'update', User>,
  address: string,
): Promise<void> {
  await world.db.write(async (tx) => {
    if (!(await endEmailChangesOf(tx, permit))) throw new Refusal('absent', 'No email change is pending.')
    const at = world.clock.now()
    await auditSite(tx, { at, by: caller, address, action: 'email change canceled', subject: permit.subject.login })
  })
}
