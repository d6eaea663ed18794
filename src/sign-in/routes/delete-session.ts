import { getUser } from '../../accounts/store/users.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { assertSameOrigin } from '../authentication/same-origin.ts'
import { endBrowserSession } from '../authentication/session.ts'
import { clearSessionCookie } from '../authentication/session-cookie.ts'

/** Without a session, the request succeeds and changes nothing. */
export const deleteSession = defineRoute({
  method: 'DELETE',
  url: '/session',
  access: 'none',
  scope: { none: 'public' },
  isExtension: true,
  summary: 'Delete the session of this browser, or cancel a pending sign-in.',
  answers: { 200: null },
  async answer({ headers, address, origin }, world) {
    await assertSameOrigin(world, headers)
    await world.db.write(async (tx) => {
      const session = await endBrowserSession(tx, headers)
      if (session === undefined || session.isPending) return
      const user = await getUser(tx, session.userId)
      const by = { kind: 'claimed', id: user.id } as const
      await tx.audit({ at: world.clock.now(), by, address, action: 'signed out', subject: user.login })
    })
    return { headers: { 'Set-Cookie': clearSessionCookie(origin) } }
  },
})
