import { route } from '../../kit/http/route.ts'
import { refuseForeign } from '../authentication/same-origin.ts'
import { leaveSession } from '../authentication/session.ts'
import { noSessionCookie } from '../authentication/session-cookie.ts'
import { record } from '../store/audit.ts'
import { findUser } from '../store/users.ts'

/** Whoever has no session has signed out already. */
export const deleteSession = route({
  method: 'DELETE',
  url: '/session',
  access: 'none',
  scope: { none: 'public' },
  isExtension: true,
  summary: 'Delete the session of this browser, or cancel a pending sign-in.',
  answers: { 200: null },
  async answer({ headers, address, origin }, world) {
    await refuseForeign(world, headers)
    await world.db.write(async (tx) => {
      const session = await leaveSession(tx, headers)
      if (session === undefined || session.isPending) return
      const user = await findUser(tx, session.userId)
      const by = { kind: 'claimed', id: user.id } as const
      await record(tx, { at: world.clock.now(), by, address, action: 'signed out', subject: user.login })
    })
    return { headers: { 'Set-Cookie': noSessionCookie(origin) } }
  },
})
