import type { Endpoint } from '../../kit/http/endpoint.ts'
import { attemptCookie, newAttempt } from '../directory/attempt.ts'
import { directoryAddress } from '../directory/identify.ts'
import { answerTrouble, refuseWithPage } from '../directory/no-sign-in.ts'
import { nextPage } from '../model/next-page.ts'
import { unkept } from '../oauth2/transport.ts'
import { callbackAddress } from '../representations/identity-provider.ts'
import { findOfferedProvider } from '../store/identity-providers.ts'

/** Sends somebody to a company directory, and back to `return` once he is signed in. */
export const loginDirectory: Endpoint = {
  methods: ['GET'],
  url: '/login/directory/:id',
  access: 'none',
  scope: { none: 'public' },
  async answer({ params, query, origin }, world) {
    const provider = await findOfferedProvider(world, params['id'])
    const asked = new URLSearchParams(query)
    const next = nextPage(asked.get('return'))
    const wanted = { provider: provider.id, next, isRemembered: asked.get('remember') === '1' }
    const attempt = newAttempt(wanted, world.clock.now())
    try {
      const location = await directoryAddress(world, provider, attempt, callbackAddress(origin, provider.id))
      const cookie = await attemptCookie(world, attempt, origin)
      return { status: 303, headers: { ...unkept, Location: location, 'Set-Cookie': cookie } }
    } catch (thrown) {
      return await answerTrouble(world, provider, thrown, next)
    }
  },
  refuse: refuseWithPage,
}
