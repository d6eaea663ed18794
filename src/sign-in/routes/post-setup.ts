import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { findSessionBySecret, startSession } from '../authentication/session.ts'
import { reserveAttempt } from '../authentication/sign-in-guard.ts'
import { completeSetup, prepareSetup, type SetupInput } from '../commands/complete-setup.ts'
import { getCurrentSession } from '../reads/current-session.ts'
import { CurrentSessionRepresentation, representCurrentSession } from '../representations/session.ts'

interface SetupBody {
  readonly code: string
  readonly username: string
  readonly password: string
  readonly real_name?: string
  readonly email?: string
  readonly site_name?: string
  readonly access_mode?: string
  readonly public_url?: string | null
}

function parseSetup(body: SetupBody, address: string): SetupInput {
  const { code, username: login, password, real_name = '', email = '' } = body
  const { site_name, access_mode, public_url } = body
  const settingEntries = Object.entries({ site_name, access_mode, public_url }).filter(
    ([, value]) => value !== undefined,
  )
  return { code, login, password, realName: real_name, email, settings: Object.fromEntries(settingEntries), address }
}

/** Other sites cannot forge this request: they do not know the code. */
export const postSetup = defineRoute({
  method: 'POST',
  url: '/setup',
  access: 'none',
  scope: { none: 'public' },
  isExtension: true,
  isNeverReplayed: true,
  summary: 'Set up a new server with the code it printed: create its administrator and sign them in.',
  body: Type.Object({
    code: Type.String({ maxLength: 200 }),
    username: Type.String(),
    password: Type.String(),
    real_name: Type.Optional(Type.String({ maxLength: 200 })),
    email: Type.Optional(Type.String({ maxLength: 250 })),
    site_name: Type.Optional(Type.String()),
    access_mode: Type.Optional(Type.String()),
    public_url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
  answers: { 201: CurrentSessionRepresentation },
  async prepare({ body, address }, world) {
    const attempt = await reserveAttempt(world, { login: 'set-up', address })
    const setup = parseSetup(body, address)
    return { setup, passwordHash: await prepareSetup(world, setup, attempt) }
  },
  async answer(request, world, { setup, passwordHash }) {
    const { headers, address } = request
    const session = await world.db.write(async (tx) => {
      const userId = await completeSetup(tx, world, setup, passwordHash)
      const account = { userId, method: 'password', isRemembered: false, address } as const
      const userAgent = headers['user-agent'] ?? null
      return startSession(tx, { ...account, userAgent, now: world.clock.now(), headers })
    })
    return {
      status: 201,
      headers: { 'Set-Cookie': session.cookie(request.origin) },
      body: representCurrentSession(
        await getCurrentSession(world, await findSessionBySecret(world, session.secret)),
        request,
      ),
    }
  },
})
