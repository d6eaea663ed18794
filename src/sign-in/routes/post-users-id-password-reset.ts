import { defineRoute } from '../../http/declarations/route.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import { buildPasswordResetUrl, offerPasswordReset } from '../commands/offer-password-reset.ts'

export const postUsersIdPasswordReset = defineRoute({
  method: 'POST',
  url: '/users/:id/password_reset',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  isNeverReplayed: true,
  summary: 'Create a link that sets the password of an account once, within a day (site administrators).',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  body: Type.Object({
    /** true: the link is sent to the email address of the account, and not returned */
    by_mail: Type.Boolean({ default: false }),
  }),
  answers: {
    201: Type.Object(
      { link: Type.Union([Type.String(), Type.Null()]), expires_on: Type.String() },
      { additionalProperties: false },
    ),
  },
  // Loading the cipher may create the key file, for which no transaction should wait.
  prepare: async ({ body }, world) => (body.by_mail ? { box: await loadSecretCipher(world) } : null),
  async answer({ caller, credential, params, body, origin, timezone }, world, byMail) {
    const { secret, expiresOn } = await offerPasswordReset(world, caller, params.id, byMail, credential)
    const link = body.by_mail ? null : buildPasswordResetUrl(origin, secret)
    return { status: 201, body: { link, expires_on: formatIsoDate(expiresOn, timezone) } }
  },
})
