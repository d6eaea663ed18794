import type { Endpoint, EndpointRequest, EndpointResponse } from '../../kit/http/endpoint.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { reserveAttempt } from '../authentication/sign-in-guard.ts'
import { signInFromDirectory } from '../commands/sign-in-from-directory.ts'
import { type Attempt, attemptIn, noAttemptCookie } from '../directory/attempt.ts'
import { identify } from '../directory/identify.ts'
import { answerRefusal, answerTrouble, refuseWithPage } from '../directory/no-sign-in.ts'
import { troubleOf } from '../directory/problem.ts'
import type { IdentityProvider } from '../model/identity-provider.ts'
import { unkept } from '../oauth2/transport.ts'
import { callbackAddress } from '../representations/identity-provider.ts'
import { findOfferedProvider } from '../store/identity-providers.ts'

/** Where a company directory sends people back to. */
export const loginDirectoryCallback: Endpoint = {
  methods: ['GET'],
  url: '/login/directory/:id/callback',
  access: 'none',
  scope: { none: 'public' },
  async answer(asked, world) {
    const provider = await findOfferedProvider(world, asked.params['id'])
    const attempt = await attemptIn(world, asked.headers['cookie'], provider.id)
    // Nothing was begun in this browser: another site may have sent somebody here, to be signed in as whom it likes.
    if (attempt === undefined)
      throw new Refusal('invalid', 'This sign-in was not begun in this browser, or too long ago.')
    const answer = await finish(asked, world, provider, attempt)
    const cookies = [answer.headers?.['Set-Cookie'] ?? [], noAttemptCookie(asked.origin)].flat()
    return { ...answer, headers: { ...answer.headers, 'Set-Cookie': cookies } }
  },
  refuse: refuseWithPage,
}

async function finish(
  { query, origin, headers, address }: EndpointRequest,
  world: World,
  provider: IdentityProvider,
  attempt: Attempt,
): Promise<EndpointResponse> {
  const reserved = await reserveAttempt(world, { login: '', address })
  try {
    const cameBack = new URL(`${callbackAddress(origin, provider.id)}?${query}`)
    const identified = await identify(world, provider, attempt, cameBack)
    const { isRemembered, next } = attempt
    const entrance = { isRemembered, address, userAgent: headers['user-agent'] ?? null, headers }
    const { session, isPending } = await signInFromDirectory(world, provider, identified, entrance)
    reserved.forgive()
    const location = isPending ? `/login?return=${encodeURIComponent(next)}` : next
    return { status: 303, headers: { ...unkept, Location: location, 'Set-Cookie': session.cookie(origin) } }
  } catch (thrown) {
    if (thrown instanceof Refusal) return answerRefusal(world, provider, thrown, { next: attempt.next, address })
    // That it is down is nobody's guess.
    if (troubleOf(thrown)?.kind === 'unreachable') reserved.forgive()
    return answerTrouble(world, provider, thrown, attempt.next, address)
  }
}
