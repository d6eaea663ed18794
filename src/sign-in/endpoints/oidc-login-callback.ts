import type { Endpoint, EndpointRequest, EndpointResponse } from '../../http/declarations/endpoint.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { negotiateLanguage } from '../../kit/values/language.ts'
import type { World } from '../../world/model/world.ts'
import { reserveAttempt } from '../authentication/sign-in-guard.ts'
import { signInWithIdentityProvider } from '../commands/sign-in-with-identity-provider.ts'
import type { IdentityProvider } from '../model/identity-provider.ts'
import { identifyUser } from '../oidc-login/identify.ts'
import { clearAttemptCookie, type LoginAttempt, readAttemptCookie } from '../oidc-login/login-attempt.ts'
import { toProviderError } from '../oidc-login/provider-error.ts'
import { answerProviderError, answerRejectedAccount, renderRefusalPage } from '../oidc-login/sign-in-failure.ts'
import { noStoreHeaders } from '../pages/transport.ts'
import { buildCallbackUrl } from '../representations/identity-provider.ts'
import { getOfferedProvider } from '../store/identity-providers.ts'

/** Endpoint to which an identity provider redirects users after the sign-in. */
export const oidcLoginCallback: Endpoint = {
  methods: ['GET'],
  url: '/login/oidc/:id/callback',
  access: 'none',
  scope: { none: 'public' },
  async answer(request, world) {
    const provider = await getOfferedProvider(world, request.params['id'])
    const attempt = await readAttemptCookie(world, request.headers['cookie'], provider.id)
    // Without an attempt in this browser, another site may have sent the user here to sign them in as someone else.
    if (attempt === undefined)
      throw new Refusal('invalid', 'This sign-in was not started in this browser, or has expired.')
    const answer = await finish(request, world, provider, attempt)
    const cookies = [answer.headers?.['Set-Cookie'] ?? [], clearAttemptCookie(request.origin)].flat()
    return { ...answer, headers: { ...answer.headers, 'Set-Cookie': cookies } }
  },
  refuse: renderRefusalPage,
}

async function finish(
  { query, origin, headers, address }: EndpointRequest,
  world: World,
  provider: IdentityProvider,
  attempt: LoginAttempt,
): Promise<EndpointResponse> {
  const language = negotiateLanguage(headers)
  const reserved = await reserveAttempt(world, { login: '', address })
  try {
    const cameBack = new URL(`${buildCallbackUrl(origin, provider.id)}?${query}`)
    const identified = await identifyUser(world, provider, attempt, cameBack)
    const { isRemembered, next } = attempt
    const signIn = { isRemembered, address, userAgent: headers['user-agent'] ?? null, headers }
    const { session, isPending } = await signInWithIdentityProvider(world, provider, identified, signIn)
    await reserved.forgive()
    const location = isPending ? `/login?return=${encodeURIComponent(next)}` : next
    return { status: 303, headers: { ...noStoreHeaders, Location: location, 'Set-Cookie': session.cookie(origin) } }
  } catch (thrown) {
    if (thrown instanceof Refusal)
      return answerRejectedAccount(world, provider, thrown, { next: attempt.next, language, address })
    // An unavailable provider does not count as a failed attempt.
    if (toProviderError(thrown)?.kind === 'unreachable') await reserved.forgive()
    return answerProviderError(world, provider, thrown, { next: attempt.next, language }, address)
  }
}
