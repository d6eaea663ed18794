import type { Tx } from '../../kit/db/db.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import type { SecurityNotice, SecurityNoticeJob } from '../model/security-notice.ts'
import type { User } from '../model/user.ts'

/** The parts of the world that send emails. */
export type MailDeps = Pick<World, 'jobs' | 'mail'>

/** Notifies the owner of an account about a change of it, if the transaction commits. */
export async function sendSecurityNotice(
  tx: Tx,
  { jobs, mail }: MailDeps,
  user: User,
  at: EpochSeconds,
  notice: SecurityNotice,
): Promise<void> {
  if (mail === null || user.email === '') return
  const email: SecurityNoticeJob = { login: user.login, to: { name: user.realName, address: user.email }, at, notice }
  await jobs.enqueue(tx, 'mail-owner', email)
}
