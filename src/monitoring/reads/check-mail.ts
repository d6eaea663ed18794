import type { JobKind } from '../../database/tables/job-payloads.ts'
import { message } from '../../kit/messages/message.ts'
import type { World } from '../../world/model/world.ts'
import type { HealthItem } from '../model/health.ts'
import { findLastFailure } from '../store/jobs.ts'

/** Kinds of jobs that send mail. */
const mailKinds: readonly JobKind[] = [
  'mail-address-confirmation',
  'mail-commit',
  'mail-owner',
  'mail-password-reset',
  'send-digest',
  'send-mail',
]

/** Checks that mail is sent. It connects to no mail server: the jobs that do so have the result. */
export async function checkMail({ db, config }: Pick<World, 'db' | 'config'>): Promise<HealthItem> {
  const name = 'mail'
  if (config.smtp === null)
    return {
      name,
      state: 'warning',
      message: message`No mail server is configured: notifications are only shown in the inbox.`,
      facts: [],
    }
  const failure = await findLastFailure(db.read, mailKinds)
  if (failure === undefined)
    return { name, state: 'ok', message: message`A mail server is configured, and no mail has failed.`, facts: [] }
  return {
    name,
    state: 'error',
    message: message`Mail could not be sent and will be tried again. Check the mail server.`,
    facts: [
      { name: 'failed', unit: 'count', value: failure.count },
      { name: 'last_error', unit: 'text', value: failure.error },
    ],
  }
}
