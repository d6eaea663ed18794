import type { JobHandler } from '../../kit/slice.ts'
import { securityEmail } from '../model/security-email.ts'
import type { SecurityNoticeJob } from '../model/security-notice.ts'
import { renderLocale } from '../reads/render-locale.ts'
import { getSettings } from '../store/settings.ts'
import { sendEmail } from './send-email.ts'

/** Writes the owner of an account what happened to it. */
export const sendSecurityEmail: JobHandler = {
  kind: 'mail-owner',
  maxConcurrent: 2,
  async run(payload, world) {
    // Written by commands/tell-owner.ts.
    const letter = payload as SecurityNoticeJob
    if (world.mail === null) return
    const { site_name: site } = await getSettings(world)
    await sendEmail(world, world.mail, {
      ...securityEmail(letter, { ...(await renderLocale(world)), site }),
      to: letter.to,
      about: 'account',
      login: letter.login,
      refused: 'a letter to the owner of an account was refused',
    })
  },
}
