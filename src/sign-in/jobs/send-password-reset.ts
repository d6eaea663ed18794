import { getLanguage, languagePreference } from '../../accounts/model/preferences.ts'
import { loadPreferences } from '../../accounts/store/preferences.ts'
import { findUser } from '../../accounts/store/users.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import { hashSecret } from '../authentication/secret.ts'
import { buildPasswordResetUrl } from '../commands/offer-password-reset.ts'
import { buildPasswordResetEmail } from '../model/password-reset-email.ts'
import { findPasswordReset } from '../store/password-resets.ts'
import { sendEmail } from './send-email.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    'mail-password-reset': Payload
  }
}

interface Payload {
  readonly user: UserId
  /** The secret of the link. */
  readonly sealed: string
}

/** Sends the link that sets a password, if it is still valid. */
export const sendPasswordReset: JobHandler = {
  kind: 'mail-password-reset',
  async run(payload, world) {
    // Written by commands/offer-password-reset.ts.
    const { user: id, sealed } = payload as Payload
    const secret = (await loadSecretCipher(world)).decrypt(`password reset of ${id}`, sealed).toString()
    const isValid = (await findPasswordReset(world.db.read, hashSecret(secret), world.clock.now())) === id
    const user = await findUser(world.db.read, id)
    if (!isValid || user === undefined || user.email === '' || world.mail === null) return
    const { origin } = await renderLocale(world)
    const language = getLanguage(await loadPreferences(world.db.read, id, [languagePreference]))
    const link = buildPasswordResetUrl(origin, secret)
    await sendEmail(world, world.mail, {
      to: { name: user.realName, address: user.email },
      ...buildPasswordResetEmail({ login: user.login, link, language }),
      about: 'password-reset',
      login: user.login,
      refused: 'the mail server rejected a password reset email',
    })
  },
}
