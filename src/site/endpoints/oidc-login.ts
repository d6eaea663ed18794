import type { Endpoint } from '../../kit/http/endpoint.ts'
import { safeReturnPath } from '../model/return-path.ts'
import { noStoreHeaders } from '../oauth2/transport.ts'
import { authorizationUrl } from '../oidc-login/identify.ts'
import { createAttemptCookie, createLoginAttempt } from '../oidc-login/login-attempt.ts'
import { answerProviderError, renderRefusalPage } from '../oidc-login/sign-in-failure.ts'
import { callbackUrl } from '../representations/identity-provider.ts'
import { getOfferedProvider } from '../store/identity-providers.ts'

/** Sends somebody to a company directory, and back to `return` once he is signed in. */
export const oidcLogin: Endpoint = {
  methods: ['GET'],
  url: '/login/directory/:id',
  access: 'none',
  scope: { none: 'public' },
  async answer({ params, query, origin }, world) {
    const provider = await getOfferedProvider(world, params['id'])
    const asked = new URLSearchParams(query)
    const next = safeReturnPath(asked.get('return'))
    const wanted = { provider: provider.id, next, isRemembered: asked.get('remember') === '1' }
    const attempt = createLoginAttempt(wanted, world.clock.now())
    try {
      const location = await authorizationUrl(world, provider, attempt, callbackUrl(origin, provider.id))
      const cookie = await createAttemptCookie(world, attempt, origin)
      return { status: 303, headers: { ...noStoreHeaders, Location: location, 'Set-Cookie': cookie } }
    } catch (thrown) {
      return await answerProviderError(world, provider, thrown, next)
    }
  },
  refuse: renderRefusalPage,
}
