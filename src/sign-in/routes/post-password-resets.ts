import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { reserveAttempt } from '../authentication/sign-in-guard.ts'
import { resetPassword } from '../commands/reset-password.ts'

export const postPasswordResets = defineRoute({
  method: 'POST',
  url: '/password_resets',
  access: 'none',
  scope: { none: 'public' },
  isExtension: true,
  isNeverReplayed: true,
  summary: 'Set the password of an account with a reset link, and end its sessions.',
  body: Type.Object({ token: Type.String({ maxLength: 200 }), password: Type.String() }),
  answers: { 200: Type.Object({ username: Type.String() }, { additionalProperties: false }) },
  // A failed attempt counts even if a stored answer is returned.
  prepare: ({ address }, world) => reserveAttempt(world, { login: '', address }),
  async answer({ body, address }, world, attempt) {
    const user = await resetPassword(world, { ...body, address }, attempt)
    return { body: { username: user.login } }
  },
})
