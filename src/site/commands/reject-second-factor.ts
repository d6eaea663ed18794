import type { UserId } from '../../kit/ids.ts'
import type { Message } from '../../kit/message.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { Factor } from '../model/second-factor.ts'
import { auditSite } from '../store/audit-site.ts'
import { findUser } from '../store/users.ts'

/** Adds a failed second step to the audit log and throws. */
export async function rejectSecondFactor(
  world: Pick<World, 'db' | 'clock'>,
  attempt: { readonly userId: UserId | null; readonly factor: Factor; readonly address: string },
  because: Message,
): Promise<never> {
  const { userId, factor, address } = attempt
  await world.db.write(async (tx) => {
    const user = userId === null ? undefined : await findUser(tx, userId)
    const entry = { at: world.clock.now(), by: { kind: 'claimed', id: userId }, address } as const
    await auditSite(tx, { ...entry, action: 'sign-in failed', subject: user?.login ?? '', detail: { factor } })
  })
  throw new Refusal('unauthenticated', because)
}
