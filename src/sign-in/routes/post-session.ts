import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import { checkPassword } from '../authentication/check-password.ts'
import { assertSameOrigin } from '../authentication/same-origin.ts'
import { findSessionBySecret } from '../authentication/session.ts'
import { signIn } from '../commands/sign-in.ts'
import { getCurrentSession } from '../reads/current-session.ts'
import { CurrentSessionRepresentation, representCurrentSession } from '../representations/session.ts'

const wrong = (): Refusal => new Refusal('unauthenticated', 'The login or the password is wrong')

/** Only for our own pages, so that no other site can sign users in (docs/api/authentication.md §1.7). */
export const postSession = defineRoute({
  method: 'POST',
  url: '/session',
  access: 'none',
  scope: { none: 'public' },
  isExtension: true,
  isNeverReplayed: true,
  summary: 'Create a session with a password: 201 with a cookie, or 200 when a second factor is required.',
  body: Type.Object({
    username: Type.String(),
    password: Type.String(),
    is_remembered: Type.Optional(Type.Boolean()),
  }),
  answers: { 200: CurrentSessionRepresentation, 201: CurrentSessionRepresentation },
  // The password is checked even if a stored answer is returned, and a failure is recorded although nothing else is.
  async prepare({ body, address, headers }, world) {
    await assertSameOrigin(world, headers)
    const verified = await checkPassword(world, { login: body.username, password: body.password, address })
    if (verified === undefined) throw wrong()
    return verified
  },
  async answer(request, world, { user, passwordHash }) {
    const { body, headers, address } = request
    const { session, factors } = await signIn(
      world,
      {
        userId: user.id,
        method: 'password',
        isRemembered: body.is_remembered ?? false,
        address,
        userAgent: headers['user-agent'] ?? null,
        headers,
      },
      (account) => {
        // The password changed after it was verified.
        if (account.passwordHash !== passwordHash) throw wrong()
      },
    )
    return {
      status: factors.length > 0 ? 200 : 201,
      headers: { 'Set-Cookie': session.cookie(request.origin) },
      body: representCurrentSession(
        await getCurrentSession(world, await findSessionBySecret(world, session.secret)),
        request,
      ),
    }
  },
})
