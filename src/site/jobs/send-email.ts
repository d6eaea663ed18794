import { randomUUID } from 'node:crypto'
import { MailRefused } from '../../kit/mail-refused.ts'
import type { Mail } from '../../kit/ports.ts'
import type { World } from '../../kit/world.ts'

interface Email {
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  /** What its number begins with, such as `account`. */
  readonly about: string
  /** Whose account it is about. */
  readonly login: string
  /** What the log says of a letter that nobody takes. */
  readonly refused: string
}

/** Sends a letter that no person wrote. */
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
    // Nobody takes mail there, now or later: the log tells the operator, and another try would not help.
    if (!(problem instanceof MailRefused)) throw problem
    log.warn({ err: problem, user: login }, refused)
  }
}
