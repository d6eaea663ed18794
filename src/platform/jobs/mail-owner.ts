import { randomUUID } from 'node:crypto'
import { MailRefused } from '../../kit/mail-refused.ts'
import type { JobHandler } from '../../kit/slice.ts'
import type { OwnerLetter } from '../model/account-notice.ts'
import { letterText } from '../model/owner-letter.ts'
import { standpointOf } from '../reads/standpoint.ts'
import { settingsOf } from '../store/settings.ts'

/** Writes the owner of an account what happened to it. */
export const mailOwner: JobHandler = {
  kind: 'mail-owner',
  mostAtOnce: 2,
  async run(payload, world) {
    // Written by commands/tell-owner.ts.
    const letter = payload as OwnerLetter
    if (world.mail === null) return
    const { platform_name: platform } = await settingsOf(world)
    const content = letterText(letter, { ...(await standpointOf(world)), platform })
    try {
      await world.mail.send({
        ...content,
        to: letter.to,
        messageId: `account-${randomUUID()}@${world.mail.domain}`,
        references: [],
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    } catch (problem) {
      // Nobody takes mail there, now or later: the log tells the operator, and another try would not help.
      if (!(problem instanceof MailRefused)) throw problem
      world.log.warn({ err: problem, user: letter.login }, 'a letter to the owner of an account was refused')
    }
  },
}
