import { route } from '../../kit/http/route.ts'
import { Type } from '../../kit/schema.ts'
import { refuseForeign } from '../authentication/same-origin.ts'
import { pendingOf, sessionWith } from '../authentication/session.ts'
import { signInWithPasskey } from '../commands/sign-in-with-passkey.ts'
import { currentSession } from '../reads/current-session.ts'
import { AssertedCredential } from '../representations/passkey-options.ts'
import { CurrentSessionRepresentation, representCurrentSession } from '../representations/session.ts'

export const postSessionPasskey = route({
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
    await refuseForeign(world, headers)
    const { response, is_remembered: isRemembered } = body
    const pending = await pendingOf(world, headers)
    const userAgent = headers['user-agent'] ?? null
    return signInWithPasskey(world, {
      response,
      origin,
      pending,
      entrance: { isRemembered, address, userAgent, headers },
    })
  },
  async answer(asked, world, started) {
    const session = await sessionWith(world, started.secret)
    const body = representCurrentSession(await currentSession(world, session), asked)
    return { status: 201, headers: { 'Set-Cookie': started.cookie(asked.origin) }, body }
  },
})
