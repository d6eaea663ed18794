import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { assertSameOrigin } from '../authentication/same-origin.ts'
import { findPendingSession, findSessionBySecret } from '../authentication/session.ts'
import { signInWithPasskey } from '../commands/sign-in-with-passkey.ts'
import { getCurrentSession } from '../reads/current-session.ts'
import { AssertedCredential } from '../representations/passkey-options.ts'
import { CurrentSessionRepresentation, representCurrentSession } from '../representations/session.ts'

export const postSessionPasskey = defineRoute({
  method: 'POST',
  url: '/session/passkey',
  access: 'none',
  scope: { none: 'public' },
  isExtension: true,
  isNeverReplayed: true,
  summary: 'Create a session with a passkey, with or without a password before.',
  body: Type.Object({ response: AssertedCredential, is_remembered: Type.Boolean({ default: false }) }),
  answers: { 201: CurrentSessionRepresentation },
  async prepare({ headers, body, address, origin }, world) {
    await assertSameOrigin(world, headers)
    const { response, is_remembered: isRemembered } = body
    const pending = await findPendingSession(world, headers)
    const userAgent = headers['user-agent'] ?? null
    return signInWithPasskey(world, {
      response,
      origin,
      pending,
      entrance: { isRemembered, address, userAgent, headers },
    })
  },
  async answer(request, world, started) {
    const session = await findSessionBySecret(world, started.secret)
    const body = representCurrentSession(await getCurrentSession(world, session), request)
    return { status: 201, headers: { 'Set-Cookie': started.cookie(request.origin) }, body }
  },
})
