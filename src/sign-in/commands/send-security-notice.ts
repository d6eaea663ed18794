import { getLanguage, languagePreference } from '../../accounts/model/preferences.ts'
import type { User } from '../../accounts/model/user.ts'
import { loadPreferences } from '../../accounts/store/preferences.ts'
import type { Tx } from '../../database/db/db.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { SecurityNotice, SecurityNoticeJob } from '../model/security-notice.ts'

/** The parts of the world that send emails. */
export type MailDeps = Pick<CommandWorld, 'mail'>

/** Notifies the owner of an account about a change of it, if the transaction commits. */
export async function sendSecurityNotice(
  tx: Tx,
  { mail }: MailDeps,
  user: User,
  at: EpochSeconds,
  notice: SecurityNotice,
): Promise<void> {
  if (mail === null || user.email === '') return
  const language = getLanguage(await loadPreferences(tx, user.id, [languagePreference]))
  const to = { name: user.realName, address: user.email }
  const email: SecurityNoticeJob = { login: user.login, to, language, at, notice }
  await tx.enqueue('mail-owner', email)
}
