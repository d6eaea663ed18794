import { defineRoute } from '../../http/declarations/route.ts'
import { assertSameOrigin } from '../authentication/same-origin.ts'
import { findAnySession } from '../authentication/session.ts'
import { getCurrentSession } from '../reads/current-session.ts'
import { CurrentSessionRepresentation, representCurrentSession } from '../representations/session.ts'

/** Reads the cookie itself, because it also reports a session that waits for the second factor. */
export const getSession = defineRoute({
  method: 'GET',
  url: '/session',
  access: 'none',
  scope: { none: 'public' },
  isExtension: true,
  summary: 'Get the session of this browser, and what the sign-in page needs.',
  answers: { 200: CurrentSessionRepresentation },
  async answer(request, world) {
    const session = await findAnySession(world, request.headers)
    if (session !== undefined) await assertSameOrigin(world, request.headers)
    return { body: representCurrentSession(await getCurrentSession(world, session), request) }
  },
})
