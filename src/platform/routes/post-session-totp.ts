import { route } from '../../kit/http/route.ts'
import { Type } from '../../kit/schema.ts'
import { refuseForeign } from '../authentication/same-origin.ts'
import { sessionWith } from '../authentication/session.ts'
import { pendingAtHand } from '../authentication/session-at-hand.ts'
import { finishWithTotp } from '../commands/finish-with-totp.ts'
import { currentSession } from '../reads/current-session.ts'
import { CurrentSessionRepresentation, representCurrentSession } from '../representations/session.ts'

export const postSessionTotp = route({
  method: 'POST',
  url: '/session/totp',
  access: 'none',
  scope: { none: 'public' },
  isExtension: true,
  isNeverReplayed: true,
  summary: 'Complete a sign-in with a code of the authenticator app. Each code works once.',
  body: Type.Object({ code: Type.String({ maxLength: 100 }) }, { title: 'CodeInput' }),
  answers: { 201: CurrentSessionRepresentation },
  async prepare({ headers, body, address }, world) {
    await refuseForeign(world, headers)
    return finishWithTotp(world, await pendingAtHand(world, headers), { code: body.code, address })
  },
  async answer(asked, world, started) {
    const session = await sessionWith(world, started.secret)
    const body = representCurrentSession(await currentSession(world, session), asked)
    return { status: 201, headers: { 'Set-Cookie': started.cookie(asked.origin) }, body }
  },
})
