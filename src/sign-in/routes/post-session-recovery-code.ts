import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { requirePendingSession } from '../authentication/require-session.ts'
import { assertSameOrigin } from '../authentication/same-origin.ts'
import { findSessionBySecret } from '../authentication/session.ts'
import { finishWithRecoveryCode } from '../commands/finish-with-recovery-code.ts'
import { getCurrentSession } from '../reads/current-session.ts'
import { CurrentSessionRepresentation, representCurrentSession } from '../representations/session.ts'

export const postSessionRecoveryCode = defineRoute({
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
    await assertSameOrigin(world, headers)
    return finishWithRecoveryCode(world, await requirePendingSession(world, headers), { code: body.code, address })
  },
  async answer(request, world, started) {
    const session = await findSessionBySecret(world, started.secret)
    const body = representCurrentSession(await getCurrentSession(world, session), request)
    return { status: 201, headers: { 'Set-Cookie': started.cookie(request.origin) }, body }
  },
})
