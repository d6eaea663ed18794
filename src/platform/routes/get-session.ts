import { route } from '../../kit/http/route.ts'
import { refuseForeign } from '../authentication/same-origin.ts'
import { anySessionOf } from '../authentication/session.ts'
import { currentSession } from '../reads/current-session.ts'
import { CurrentSessionRepresentation, representCurrentSession } from '../representations/session.ts'

/** It looks at the cookie itself: somebody who has yet to show a second factor is told so here. */
export const getSession = route({
  method: 'GET',
  url: '/session',
  access: 'none',
  scope: { none: 'public' },
  isExtension: true,
  summary: 'Get the session of this browser, and what the sign-in page needs.',
  answers: { 200: CurrentSessionRepresentation },
  async answer(asked, world) {
    const session = await anySessionOf(world, asked.headers)
    if (session !== undefined) await refuseForeign(world, asked.headers)
    return { body: representCurrentSession(await currentSession(world, session), asked) }
  },
})
