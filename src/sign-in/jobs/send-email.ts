import { randomUUID } from 'node:crypto'
import { MailRefused } from '../../kit/network/mail-refused.ts'
import type { Mail } from '../../world/model/ports.ts'
import type { World } from '../../world/model/world.ts'

interface Email {
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Prefix of the message id, such as `account`. */
  readonly about: string
  /** The login of the account. */
  readonly login: string
  /** Log message when the mail server rejects the email. */
  readonly refused: string
}

/** Sends an automatic email. */
export async function sendEmail(
  { log }: Pick<World, 'log'>,
  mail: Mail,
  { about, login, refused, ...content }: Email,
): Promise<void> {
  try {
    await mail.send({
      ...content,
      messageId: `${about}-${randomUUID()}@${mail.domain}`,
      references: [],
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } catch (problem) {
    // The server rejects mail to this recipient permanently: the log informs the operator, and a retry would not help.
    if (!(problem instanceof MailRefused)) throw problem
    log.warn({ err: problem, user: login }, refused)
  }
}
