import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import { reserveAttempt } from '../authentication/sign-in-guard.ts'

/** The response does not depend on the account, so it does not reveal which accounts exist (OWASP ASVS 4.0.3, 2.2.1). */
export const postPasswordResetRequests = defineRoute({
  method: 'POST',
  url: '/password_reset_requests',
  access: 'none',
  scope: { none: 'public' },
  isExtension: true,
  isNeverReplayed: true,
  summary: 'Create a password reset email for an account, if it exists and has an email address.',
  body: Type.Object({
    login: Type.String({ minLength: 1, maxLength: 320, description: 'Login name or email address of the account.' }),
  }),
  answers: { 202: null },
  // Each request counts as a failed sign-in, so that the emails to an account are limited.
  prepare: ({ address, body }, world) => reserveAttempt(world, { login: body.login, address }),
  async answer({ body, address }, world) {
    if (world.mail === null)
      throw new Refusal('invalid', 'No mail server is configured. Ask a site administrator for a reset link.')
    const payload = { login: body.login.trim(), address }
    await world.db.write((tx) => tx.enqueue('request-password-reset', payload))
    return { status: 202 }
  },
})
