import { findUser } from '../../accounts/store/users.ts'
import type { Message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Factor } from '../model/second-factor.ts'

/** Adds a failed second step to the audit log and throws. */
export async function rejectSecondFactor(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  attempt: { readonly userId: UserId | null; readonly factor: Factor; readonly address: string },
  because: Message,
): Promise<never> {
  const { userId, factor, address } = attempt
  await world.db.write(async (tx) => {
    const user = userId === null ? undefined : await findUser(tx, userId)
    const entry = { at: world.clock.now(), by: { kind: 'claimed', id: userId }, address } as const
    await tx.audit({ ...entry, action: 'sign-in failed', subject: user?.login ?? '', detail: { factor } })
  })
  throw new Refusal('unauthenticated', because)
}
