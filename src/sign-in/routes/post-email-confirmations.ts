import { requireUserId } from '../../accounts/model/user-id.ts'
import { getUser } from '../../accounts/store/users.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { reserveAttempt } from '../authentication/sign-in-guard.ts'
import { confirmEmailChange } from '../commands/confirm-email-change.ts'
import { mayChangeOwnEmail } from '../policy.ts'

export const postEmailConfirmations = defineRoute({
  method: 'POST',
  url: '/email_confirmations',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  isNeverReplayed: true,
  summary: 'Confirm a new email address (browser session only).',
  body: Type.Object({ token: Type.String({ maxLength: 200 }) }),
  answers: { 200: Type.Object({ email: Type.String() }, { additionalProperties: false }) },
  // A failed attempt counts even if a stored answer is returned.
  prepare: ({ address }, world) => reserveAttempt(world, { login: '', address }),
  async answer({ caller, credential, body, address }, world, attempt) {
    const id = requireUserId(caller)
    const permit = mayChangeOwnEmail(caller, await getUser(world.db.read, id), credential)
    return { body: { email: await confirmEmailChange(world, caller, permit, { ...body, address }, attempt) } }
  },
})
