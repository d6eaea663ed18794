import type { Tx } from '../../kit/db/db.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import type { AccountNotice, OwnerLetter } from '../model/account-notice.ts'
import type { User } from '../model/user.ts'

/** The part of the world that writes to people. */
export type Post = Pick<World, 'jobs' | 'mail'>

/** Writes the owner of an account about what happened to it, if the transaction commits. */
export async function tellOwner(
  tx: Tx,
  { jobs, mail }: Post,
  user: User,
  at: EpochSeconds,
  notice: AccountNotice,
): Promise<void> {
  if (mail === null || user.email === '') return
  const letter: OwnerLetter = { login: user.login, to: { name: user.realName, address: user.email }, at, notice }
  await jobs.enqueue(tx, 'mail-owner', letter)
}
