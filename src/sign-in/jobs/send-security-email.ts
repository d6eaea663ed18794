import { renderLocale } from '../../site/reads/render-locale.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import { buildSecurityEmail } from '../model/security-email.ts'
import type { SecurityNoticeJob } from '../model/security-notice.ts'
import { sendEmail } from './send-email.ts'

/** Notifies the owner of an account about a change of it. */
export const sendSecurityEmail: JobHandler = {
  kind: 'mail-owner',
  maxConcurrent: 2,
  async run(payload, world) {
    // Written by commands/send-security-notice.ts.
    const notice = payload as SecurityNoticeJob
    if (world.mail === null) return
    const { site_name: site } = await getSettings(world)
    await sendEmail(world, world.mail, {
      ...buildSecurityEmail(notice, { ...(await renderLocale(world)), site }),
      to: notice.to,
      about: 'account',
      login: notice.login,
      refused: 'the mail server rejected a security notice',
    })
  },
}
