import type { Endpoint } from '../../http/declarations/endpoint.ts'
import { negotiateLanguage } from '../../kit/values/language.ts'
import { toSafeReturnPath } from '../model/return-path.ts'
import { buildProviderUrl } from '../oidc-login/identify.ts'
import { createAttemptCookie, createLoginAttempt } from '../oidc-login/login-attempt.ts'
import { answerProviderError, renderRefusalPage } from '../oidc-login/sign-in-failure.ts'
import { noStoreHeaders } from '../pages/transport.ts'
import { buildCallbackUrl } from '../representations/identity-provider.ts'
import { getOfferedProvider } from '../store/identity-providers.ts'

/** Redirects a user to an identity provider, and to `return` after the sign-in. */
export const oidcLogin: Endpoint = {
  methods: ['GET'],
  url: '/login/oidc/:id',
  access: 'none',
  scope: { none: 'public' },
  async answer({ params, query, origin, headers }, world) {
    const provider = await getOfferedProvider(world, params['id'])
    const parameters = new URLSearchParams(query)
    const next = toSafeReturnPath(parameters.get('return'))
    const input = { provider: provider.id, next, isRemembered: parameters.get('remember') === '1' }
    const attempt = createLoginAttempt(input, world.clock.now())
    try {
      const location = await buildProviderUrl(world, provider, attempt, buildCallbackUrl(origin, provider.id))
      const cookie = await createAttemptCookie(world, attempt, origin)
      return { status: 303, headers: { ...noStoreHeaders, Location: location, 'Set-Cookie': cookie } }
    } catch (thrown) {
      return await answerProviderError(world, provider, thrown, { next, language: negotiateLanguage(headers) })
    }
  },
  refuse: renderRefusalPage,
}
