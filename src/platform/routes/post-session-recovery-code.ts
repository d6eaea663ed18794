import { route } from '../../kit/http/route.ts'
import { Type } from '../../kit/schema.ts'
import { refuseForeign } from '../authentication/same-origin.ts'
import { sessionWith } from '../authentication/session.ts'
import { pendingAtHand } from '../authentication/session-at-hand.ts'
import { finishWithRecoveryCode } from '../commands/finish-with-recovery-code.ts'
import { currentSession } from '../reads/current-session.ts'
import { CurrentSessionRepresentation, representCurrentSession } from '../representations/session.ts'

export const postSessionRecoveryCode = route({
  method: 'POST',
  url: '/session/recovery_code',
  access: 'none',
  scope: { none: 'public' },
  isExtension: true,
  isNeverReplayed: true,
  summary: 'Complete a sign-in with a recovery code. Each code works once.',
  body: Type.Object({ code: Type.String({ maxLength: 100 }) }, { title: 'CodeInput' }),
  answers: { 201: CurrentSessionRepresentation },
  async prepare({ headers, body, address }, world) {
    await refuseForeign(world, headers)
    return finishWithRecoveryCode(world, await pendingAtHand(world, headers), { code: body.code, address })
  },
  async answer(asked, world, started) {
    const session = await sessionWith(world, started.secret)
    const body = representCurrentSession(await currentSession(world, session), asked)
    return { status: 201, headers: { 'Set-Cookie': started.cookie(asked.origin) }, body }
  },
})
