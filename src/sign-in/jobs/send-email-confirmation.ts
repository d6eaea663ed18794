import { getLanguage, languagePreference } from '../../accounts/model/preferences.ts'
import { loadPreferences } from '../../accounts/store/preferences.ts'
import { findUser } from '../../accounts/store/users.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import { hashSecret } from '../authentication/secret.ts'
import { buildConfirmationLink, buildConfirmationPurpose } from '../commands/request-email-change.ts'
import { buildConfirmationEmail } from '../model/confirmation-email.ts'
import { findEmailChange } from '../store/email-changes.ts'
import { sendEmail } from './send-email.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    'mail-address-confirmation': Payload
  }
}

interface Payload {
  readonly user: UserId
  /** The secret of the link. */
  readonly sealed: string
}

/** Sends a confirmation request to a new email address, if the change is still pending. */
export const sendEmailConfirmation: JobHandler = {
  kind: 'mail-address-confirmation',
  async run(payload, world) {
    // Written by commands/request-email-change.ts.
    const { user: id, sealed } = payload as Payload
    const secret = (await loadSecretCipher(world)).decrypt(buildConfirmationPurpose(id), sealed).toString()
    const change = await findEmailChange(world.db.read, hashSecret(secret), world.clock.now())
    const user = await findUser(world.db.read, id)
    if (change?.userId !== id || user === undefined || world.mail === null) return
    const { site_name: site } = await getSettings(world)
    const language = getLanguage(await loadPreferences(world.db.read, id, [languagePreference]))
    const link = buildConfirmationLink((await renderLocale(world)).origin, secret)
    await sendEmail(world, world.mail, {
      ...buildConfirmationEmail({ login: user.login, site, link, language }),
      to: { name: user.realName, address: change.email },
      about: 'address-confirmation',
      login: user.login,
      refused: 'the mail server rejected an email confirmation',
    })
  },
}
